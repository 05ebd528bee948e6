import type { ReactNode } from "react";
import { READING, widthOf } from "./section-layout";

export function ReadSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`brand-type min-w-0 ${widthOf(id, false)}`}>
      <h3 className="mb-2 font-semibold text-lg leading-snug">{title}</h3>
      <div className={READING}>{children}</div>
    </section>
  );
}
