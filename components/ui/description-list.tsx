import type { ReactNode } from "react";
import { cx } from "./cx";

export type DescriptionItem = { term: string; value: ReactNode };

export function DescriptionList({ items, className }: { items: readonly DescriptionItem[]; className?: string }) {
  return (
    <dl className={cx("divide-y divide-line", className)}>
      {items.map(({ term, value }) => (
        <div key={term} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
