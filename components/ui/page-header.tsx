import { Fragment, type ReactNode } from "react";
import { Link } from "./link";
import { cx, tabClass, tabListClass } from "./styles";

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  above?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

export function PageHeader({ title, description, above, badges, actions, className }: PageHeaderProps) {
  return (
    <header className={cx("flex flex-col gap-2", className)}>
      {above}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 font-semibold text-[1.375rem] leading-8 tracking-[-0.015em] wrap-anywhere">
              {title}
            </h1>
            {badges}
          </div>
          {description ? <p className="mt-0.5 max-w-prose text-pretty text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div> : null}
      </div>
    </header>
  );
}

type Crumb = { label: string; href: string };

/** Links to the pages above this one. The page itself is named by its heading. */
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

type TabNavItem = { href: string; label: ReactNode; current: boolean; count?: number };

/** Links styled as tabs, for subpages and filters in the URL. */
export function TabNav({ label, items }: { label: string; items: readonly TabNavItem[] }) {
  return (
    <nav aria-label={label} className={tabListClass}>
      {items.map((item) => (
        <Link key={item.href} href={item.href} aria-current={item.current ? "page" : undefined} className={tabClass}>
          {item.label}
          {item.count === undefined ? null : (
            <span className="rounded-full bg-active px-1.5 text-muted text-xs tabular-nums">
              {item.count.toLocaleString("en")}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
