/** The row of tabs, which scrolls sideways on phones. */
export const tabListClass = "flex gap-1 overflow-x-auto border-line border-b px-px pt-px [scrollbar-width:none]";

/** One tab; the chosen one is told by its ink and the bar below it. */
export const tabClass =
  "relative flex h-9 items-center gap-1.5 whitespace-nowrap rounded-t-md px-3 font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink";
