"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { RevealOnce } from "@/components/ui/reveal-once";

export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <RevealOnce
      advice="Each of them signs you in once, in place of your passkey or app. Keep them where you find them without your phone: printed, or in a password manager."
      gone="You left this page, so the codes are no longer shown. Make new ones."
      onStored={onStored}
    >
      <CodeBlock code={codes.join("\n")} label="Recovery codes" />
    </RevealOnce>
  );
}
