import type { ComponentProps } from "react";
import { cx } from "./cx";

type LabelProps = ComponentProps<"label"> & { htmlFor: string; optional?: boolean };

/** The visible name of the control whose id is `htmlFor`. Required is the rule; `optional` marks the exception. */
export function Label({ optional = false, className, children, htmlFor, ...rest }: LabelProps) {
  return (
    <label {...rest} htmlFor={htmlFor} className={cx("font-medium text-ink", className)}>
      {children}
      {optional ? <span className="ml-1.5 font-normal text-faint">Optional</span> : null}
    </label>
  );
}
