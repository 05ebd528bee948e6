import { cx } from "./cx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md";
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
