/** The look of text-like controls. Sixteen pixels on phones, or Safari zooms into the page on focus. */
export const controlClass =
  "w-full min-w-0 rounded-lg border border-line-strong bg-surface text-base text-ink transition-colors placeholder:text-faint hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-danger data-blocked:border-line data-blocked:bg-sunken data-blocked:text-muted sm:text-sm";

/** A control whose value may be read but not changed. */
export const readOnlyClass =
  "read-only:border-line read-only:bg-sunken read-only:text-muted read-only:hover:border-line";
