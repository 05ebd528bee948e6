import type { ComponentProps } from "react";
import { Input } from "@/components/ui/field";

/** Fits a recovery code with its hyphens, typed with spaces. */
const LONGEST = 40;

/** A field for a code from an authenticator app, which password managers fill in, or a recovery code. */
export function CodeInput(props: Omit<ComponentProps<typeof Input>, "type" | "maxLength">) {
  return (
    <Input
      {...props}
      type="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={LONGEST}
    />
  );
}
