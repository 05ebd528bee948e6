import Link from "next/link";
import { Fragment } from "react";

export type Crumb = { label: string; href: string };

/** The way up from this page; the page itself is not in it (its heading says where one is). */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-muted">
        {items.map((item, index) => (
          <Fragment key={item.href}>
            {index > 0 ? <li aria-hidden="true">/</li> : null}
            <li>
              <Link
                href={item.href}
                className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline"
              >
                {item.label}
              </Link>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
