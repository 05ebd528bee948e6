import { cx } from "./styles";

/** Hidden until focused. The target needs `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-lg bg-solid px-4 py-2 font-medium text-on-solid focus-visible:translate-y-0 focus-visible:shadow-floating"
    >
      Skip to content
    </a>
  );
}

type LiveRegionProps = { message: string; visible?: boolean; className?: string };

/**
 * Announces `message` on each change. Render it from the start: screen readers often miss a region that appears with
 * text.
 */
export function LiveRegion({ message, visible = false, className }: LiveRegionProps) {
  return (
    <span role="status" aria-live="polite" aria-atomic="true" className={cx(!visible && "sr-only", className)}>
      {message}
    </span>
  );
}
