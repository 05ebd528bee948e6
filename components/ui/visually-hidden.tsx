import type { ComponentProps } from "react";

/** Text that screen readers read and nobody sees. */
export function VisuallyHidden(props: ComponentProps<"span">) {
  return <span {...props} className="sr-only" />;
}
