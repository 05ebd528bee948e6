/** 16 px on phones, because Safari zooms into the page on focus otherwise. */
export const controlClass =
  "w-full min-w-0 rounded-lg border border-line-strong bg-surface text-base text-ink transition-colors placeholder:text-faint hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-danger data-blocked:border-line data-blocked:bg-sunken data-blocked:text-muted sm:text-sm";

export const readOnlyClass =
  "read-only:border-line read-only:bg-sunken read-only:text-muted read-only:hover:border-line";

export const overlayClass = "fixed inset-0 z-40 animate-fade-in bg-overlay";

export const floatingClass =
  "z-50 animate-pop-in rounded-xl border border-line bg-raised text-left font-normal text-ink shadow-floating outline-none whitespace-normal";

export const menuItemClass =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left outline-none data-[highlighted]:bg-hover aria-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0";

export const tabListClass = "flex gap-1 overflow-x-auto border-line border-b px-px pt-px [scrollbar-width:none]";

export const tabClass =
  "relative flex h-9 items-center gap-1.5 whitespace-nowrap rounded-t-md px-3 font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink";
