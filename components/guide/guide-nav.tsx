"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

export type GuideLink = { id: string; title: string };

export function GuideNav({ pages }: { pages: readonly GuideLink[] }) {
  const path = usePathname();
  return (
    <ul className="flex flex-col gap-0.5">
      {pages.map(({ id, title }) => {
        const href = `/docs/${id}`;
        return (
          <li key={id}>
            <Link
              href={href}
              aria-current={path === href ? "page" : undefined}
              className="block rounded-lg px-2.5 py-1.5 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
