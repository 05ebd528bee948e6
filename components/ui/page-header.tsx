import type { ReactNode } from "react";
import { cx } from "./cx";

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  above?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** The one h1 of a page, what stands above it (breadcrumbs), badges beside it, and the page's actions at the right. */
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
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
