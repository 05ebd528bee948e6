"use client";

import type { ComponentProps, ReactNode } from "react";
import { useContentAttributes } from "./content-text";
import { cx } from "./cx";
import { useFieldControl } from "./field-context";
import { controlClass, readOnlyClass } from "./styles";

type InputProps = Omit<ComponentProps<"input">, "size" | "disabled" | "prefix"> & {
  mono?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
};

/** A text input, connected to the Field and DisabledScope around it. `leading` and `trailing` are inside its edges. */
export function Input({ mono = false, leading, trailing, className, readOnly, ...rest }: InputProps) {
  const { wiring, blocked } = useFieldControl(rest);
  const content = useContentAttributes();
  const isProse = !mono && (rest.type ?? "text") === "text";
  const input = (
    <input
      {...(isProse && content)}
      {...rest}
      {...wiring}
      readOnly={readOnly || blocked}
      className={cx(
        controlClass,
        readOnlyClass,
        "h-9",
        leading ? "pl-9" : "pl-3",
        trailing ? "pr-10" : "pr-3",
        mono && "font-mono",
        !leading && !trailing && className,
      )}
    />
  );
  if (!leading && !trailing) return input;
  return (
    <span className={cx("relative flex min-w-0 items-center", className)}>
      {leading ? (
        <span className="pointer-events-none absolute left-3 text-faint [&_svg]:size-4">{leading}</span>
      ) : null}
      {input}
      {trailing ? <span className="absolute right-1 flex items-center text-faint">{trailing}</span> : null}
    </span>
  );
}
