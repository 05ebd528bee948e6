import { cx } from "./cx";

type LiveRegionProps = { message: string; urgent?: boolean; visible?: boolean; className?: string };

/**
 * Announces `message` to screen readers each time it changes; empty says nothing. Render it from the start, before there
 * is anything to say: a region that appears together with its text is often not read.
 */
export function LiveRegion({ message, urgent = false, visible = false, className }: LiveRegionProps) {
  return (
    <span
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      aria-atomic="true"
      className={cx(!visible && "sr-only", className)}
    >
      {message}
    </span>
  );
}
