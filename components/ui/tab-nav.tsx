import Link from "next/link";
import type { ReactNode } from "react";
import { tabClass, tabListClass } from "./styles";

export type TabNavItem = { href: string; label: ReactNode; current: boolean; count?: number };

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
