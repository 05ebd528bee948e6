import { cx } from "./cx";

/** A turning ring in the colour of the text around it; it breathes instead of turning where motion is reduced. Decorative: name the wait in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
      data-motion="essential"
      className={cx("size-4 shrink-0 animate-spin motion-reduce:animate-breathe", className)}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
      <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
