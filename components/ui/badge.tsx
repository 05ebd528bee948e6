import type { ReactNode } from "react";
import { cx } from "./cx";

export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; dot?: boolean; className?: string; children: ReactNode };

const tones: Record<BadgeTone, string> = {
  neutral: "bg-active/70 text-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", icon, dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 w-fit max-w-full items-center gap-1.5 whitespace-nowrap rounded-full px-2 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0",
        tones[tone],
        className,
      )}
    >
      {dot ? <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" /> : icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
