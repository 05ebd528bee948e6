import { cx } from "./cx";

type LiveRegionProps = { message: string; urgent?: boolean; visible?: boolean; className?: string };

/**
 * Announces `message` on each change. Render it from the start: screen readers often miss a region that appears with
 * text.
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
