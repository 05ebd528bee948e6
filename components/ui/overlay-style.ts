/** The shade behind a modal surface. */
export const overlayClass = "fixed inset-0 z-40 animate-fade-in bg-overlay";

/** A small surface that floats beside what opened it. */
export const floatingClass =
  "z-50 animate-pop-in rounded-xl border border-line bg-raised text-left font-normal text-ink shadow-floating outline-none whitespace-normal";

/** One line of a menu or option list. */
export const menuItemClass =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left outline-none data-[highlighted]:bg-hover aria-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0";
