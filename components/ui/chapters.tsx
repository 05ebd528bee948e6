"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "./link";
import { cx } from "./styles";

export type Chapter = {
  id: string;
  title: ReactNode;
  sub?: boolean;
  /** Set if the chapter is a separate page. */
  page?: { href: string; current: boolean };
};

/** Share of the screen's height above which a chapter has begun. */
const READING_LINE = 0.2;

/** The chapter on screen. Null above the first one. At the page's end, the last one or the one that a link led to. */
function useCurrentChapter(chapters: readonly Chapter[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = chapters.map(({ id }) => id).join(" ");
  useEffect(() => {
    const elements = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const mark = () => {
      const begun = elements.filter((element) => element.getBoundingClientRect().top < innerHeight * READING_LINE);
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const linked = elements.find(({ id }) => `#${id}` === location.hash);
      const last = atEnd && scrollY > 0 ? (linked ?? elements.at(-1)) : begun.at(-1);
      setCurrent(last?.id ?? null);
    };
    const line = new IntersectionObserver(mark, { rootMargin: `0px 0px ${-100 * (1 - READING_LINE)}% 0px` });
    for (const element of elements) line.observe(element);
    window.addEventListener("hashchange", mark);
    window.addEventListener("scrollend", mark);
    return () => {
      line.disconnect();
      window.removeEventListener("hashchange", mark);
      window.removeEventListener("scrollend", mark);
    };
  }, [ids]);
  return current;
}

type WithChaptersProps = {
  chapters: readonly Chapter[];
  /** The side of the list where there is room for it. */
  side: "left" | "right";
  barClass?: string;
  children: ReactNode;
};

/** A long page with a list of its chapters, at the side or, where the page is narrow, behind a button. */
export function WithChapters({ chapters, side, barClass, children }: WithChaptersProps) {
  const current = useCurrentChapter(chapters);
  const list = useRef<HTMLElement>(null);
  const listId = useId();
  if (chapters.length < 2) return children;
  const reading = chapters.find(({ id }) => id === current) ?? chapters.find(({ page }) => page?.current);
  return (
    <div className="@container">
      <div
        className={cx(
          "@4xl:grid @4xl:gap-x-10",
          side === "left"
            ? "@4xl:grid-cols-[11rem_minmax(0,1fr)]"
            : "@4xl:grid-cols-[minmax(0,1fr)_10rem] @4xl:[&>:first-child]:order-last",
        )}
      >
        <div
          className={cx(
            "sticky z-10 @max-4xl:-mx-5 self-start @4xl:top-8 @max-4xl:mb-6 @max-4xl:border-b bg-canvas @max-4xl:px-5 print:hidden @max-4xl:sm:-mx-8 @max-4xl:sm:px-8",
            barClass ?? "top-0",
          )}
        >
          <button
            type="button"
            popoverTarget={listId}
            className="flex h-11 w-full min-w-0 items-center gap-2 text-left font-medium @4xl:hidden"
          >
            Contents
            <span className="min-w-0 grow truncate font-normal text-muted">{reading?.title}</span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </button>
          <nav
            ref={list}
            id={listId}
            popover="auto"
            aria-label="Contents"
            className="inset-x-0 top-auto bottom-0 mx-auto max-h-[75dvh] w-full max-w-md overflow-y-auto overscroll-contain rounded-t-2xl border border-line bg-raised p-5 text-ink shadow-floating backdrop:bg-overlay open:animate-rise-in sm:bottom-6 sm:rounded-2xl @4xl:not-open:static @4xl:not-open:block @4xl:not-open:max-h-[calc(100dvh-4rem)] @4xl:not-open:rounded-none @4xl:not-open:border-0 @4xl:not-open:bg-transparent @4xl:not-open:p-0 @4xl:not-open:shadow-none"
          >
            <p className="mb-2 font-semibold">Contents</p>
            <ul className="border-line border-l text-[0.875rem] leading-5 @max-4xl:text-base">
              {chapters.map(({ id, title, sub, page }) => {
                // The router's own links fire no `hashchange`.
                const Anchor = page ? Link : "a";
                return (
                  <li key={id}>
                    <Anchor
                      href={page?.href ?? `#${id}`}
                      aria-current={page?.current ? "page" : id === current ? "location" : undefined}
                      onClick={() => list.current?.hidePopover()}
                      className={cx(
                        "-ml-px block rounded-r-md border-transparent border-l-2 py-1 pr-2 text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-ink @max-4xl:py-3",
                        sub ? "pl-6" : "pl-3",
                      )}
                    >
                      {title}
                    </Anchor>
                  </li>
                );
              })}
            </ul>
          </nav>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}
