"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";

export type GuideLink = { id: string; title: string; group: string };

export function GuideNav({ pages }: { pages: readonly GuideLink[] }) {
  const path = usePathname();
  return [...new Set(pages.map(({ group }) => group))].map((name) => (
    <div key={name} className="pb-4">
      <p className="px-2.5 pb-1 font-medium text-[0.8125rem]">{name}</p>
      <ul aria-label={name} className="flex flex-col gap-0.5">
        {pages
          .filter(({ group }) => group === name)
          .map(({ id, title }) => (
            <li key={id}>
              <Link
                href={`/docs/${id}`}
                aria-current={path === `/docs/${id}` ? "page" : undefined}
                className="block rounded-lg px-2.5 py-1.5 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  ));
}
