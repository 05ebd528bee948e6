"use client";

import type { ComponentProps } from "react";
import { useContentAttributes } from "./content-text";
import { useFieldControl } from "./field";
import { controlClass, cx, readOnlyClass } from "./styles";

type TextareaProps = Omit<ComponentProps<"textarea">, "disabled"> & { mono?: boolean };

/** Grows with its text from `rows` up. Connected to the Field around it. */
export function Textarea({ mono = false, rows = 3, className, readOnly, ...rest }: TextareaProps) {
  const { wiring } = useFieldControl(rest);
  const content = useContentAttributes();
  return (
    <textarea
      {...(!mono && content)}
      {...rest}
      {...wiring}
      rows={rows}
      readOnly={readOnly}
      style={{ minHeight: `${rows * 1.25 + 1.125}rem` }}
      className={cx(
        controlClass,
        readOnlyClass,
        "field-sizing-content max-h-96 px-3 py-2",
        mono && "font-mono",
        className,
      )}
    />
  );
}
