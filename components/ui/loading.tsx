import type { ReactNode } from "react";
import { cx } from "./styles";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-breathe rounded-md bg-active", className)} />;
}

type SkeletonGroupProps = { label: string; className?: string; children: ReactNode };

/** Announces one label for all skeletons inside. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

const ROWS = ["first", "second", "third", "fourth", "fifth"];

export function ListLoading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-5">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-full max-w-md" />
      <div className="flex flex-col gap-2 pt-4">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

/** Decorative, so put a text next to it. It pulses instead of turning if the reader prefers reduced motion. */
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
