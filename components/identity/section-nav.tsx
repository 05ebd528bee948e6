"use client";

import { useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import type { IdentityPart } from "./identity-sections";

/** The section that is being read: the last one whose top has passed the upper part of the window. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting);
        if (seen) setCurrent(seen.target.id);
      },
      { rootMargin: "-15% 0px -75% 0px" },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

type SectionNavProps = { parts: readonly IdentityPart[]; ids: readonly string[] };

/** Links to the sections of the page, beside it on wide screens; the one being read is marked. */
export function SectionNav({ parts, ids }: SectionNavProps) {
  const current = useCurrentSection(ids);
  return (
    <nav
      aria-label="Sections of the identity"
      className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] overflow-y-auto xl:block"
    >
      <ul className="flex flex-col gap-5">
        {parts.map((part) => (
          <li key={part.id}>
            <p className="mb-1 px-2.5 font-medium text-[0.8125rem]">{part.title}</p>
            <ul className="flex flex-col">
              {part.sections.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    aria-current={current === id ? "location" : undefined}
                    className={cx(
                      "flex min-h-7 items-center rounded-md px-2.5 text-[0.8125rem] text-muted transition-colors hover:bg-hover hover:text-ink",
                      current === id && "bg-active font-medium text-ink",
                    )}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same as one choice, for screens without room beside the page. */
export function SectionJump({ parts }: { parts: readonly IdentityPart[] }) {
  return (
    <nav aria-label="Sections of the identity" className="flex gap-2 overflow-x-auto py-1 xl:hidden">
      {parts.map((part) => (
        <a
          key={part.id}
          href={`#${part.id}`}
          className="flex h-8 shrink-0 items-center rounded-full border border-line-strong/55 bg-surface px-3.5 text-[0.8125rem] hover:bg-hover"
        >
          {part.title}
        </a>
      ))}
    </nav>
  );
}
