/** 16 px on phones, because Safari zooms into the page on focus otherwise. */
export const controlClass =
  "w-full min-w-0 rounded-lg border border-line-strong bg-surface text-base text-ink transition-colors placeholder:text-faint hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-danger sm:text-sm";

export const readOnlyClass =
  "read-only:border-line read-only:bg-sunken read-only:text-muted read-only:hover:border-line";

export const overlayClass = "fixed inset-0 z-50 animate-fade-in bg-overlay";

export const floatingClass =
  "z-50 animate-pop-in rounded-xl border border-line bg-raised text-left font-normal text-ink shadow-floating outline-none whitespace-normal";

export const menuItemClass =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left outline-none data-[highlighted]:bg-hover aria-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0";

export const tabListClass = "flex gap-1 overflow-x-auto border-line border-b px-px pt-px [scrollbar-width:none]";

export const tabClass =
  "relative flex h-9 items-center gap-1.5 whitespace-nowrap rounded-t-md px-3 font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink";

/** Joins element IDs for attributes such as `aria-describedby`. Returns undefined if there are none. */
export function joinIds(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
/** Joins class names. Later names do not override earlier ones, so pass layout classes only. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
type ButtonSize = "sm" | "md";
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; className?: string };

const base =
  "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-lg font-medium transition-colors [&_svg]:shrink-0";

const variants: Record<ButtonVariant, string> = {
  primary: "border border-transparent bg-solid text-on-solid hover:bg-solid-hover",
  secondary:
    "border border-line-strong/55 bg-surface text-ink shadow-low hover:bg-hover dark:bg-raised dark:hover:bg-active",
  ghost: "border border-transparent text-ink hover:bg-active",
  danger: "border border-transparent bg-danger-solid text-on-danger hover:bg-danger-solid-hover",
};

const blockedLook = "border border-dashed border-line-strong/70 bg-sunken text-faint cursor-not-allowed";

const blockedGhostLook = "border border-transparent text-faint opacity-70 cursor-not-allowed";

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-[0.8125rem] [&_svg]:size-3.5",
  md: "h-9 gap-2 px-3.5 text-sm [&_svg]:size-4",
};

const squares: Record<ButtonSize, string> = { sm: "size-7 [&_svg]:size-4", md: "size-9 [&_svg]:size-4" };

export function buttonClass(options: ButtonLook & { blocked?: boolean; square?: boolean }): string {
  const { variant = "secondary", size = "md", blocked = false, square = false, className } = options;
  const look = variant === "ghost" ? blockedGhostLook : blockedLook;
  return cx(base, blocked ? look : variants[variant], (square ? squares : sizes)[size], className);
}
