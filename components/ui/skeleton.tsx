import type { ReactNode } from "react";
import { cx } from "./cx";

/** A quiet shape in place of what is being loaded; size it by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-breathe rounded-md bg-active", className)} />;
}

/** Names the wait once for the skeletons inside it. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
