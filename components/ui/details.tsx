import type { ReactNode } from "react";

type DetailsProps = { summary: ReactNode; className?: string; children: ReactNode };

/** Something to open in place. It can be opened before the page's script runs, which takes it as it finds it. */
export function Details({ summary, className, children }: DetailsProps) {
  return (
    <details suppressHydrationWarning className={className}>
      <summary className="w-fit rounded-sm py-0.5 text-muted underline underline-offset-3 hover:text-ink">
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
