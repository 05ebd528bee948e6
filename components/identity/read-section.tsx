import type { ReactNode } from "react";

/** A section that is only read. */
export function ReadSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 break-inside-avoid pb-7">
      <h3 className="mb-2 break-after-avoid font-semibold">{title}</h3>
      {children}
    </section>
  );
}
