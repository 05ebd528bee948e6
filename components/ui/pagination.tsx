import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { pathWith } from "./browser";
import { buttonClass } from "./button-style";
import { LinkButton } from "./link-button";

type PaginationProps = {
  label: string;
  previousHref?: string | null;
  nextHref?: string | null;
  summary?: ReactNode;
};

/** For lists whose pages are known: links to the page before and after, with a sentence on where one is ("1–50 of 3,012"). An end is told in text, not as a dead link. */
export function Pagination({ label, previousHref, nextHref, summary }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted tabular-nums">{summary}</p>
      <div className="flex gap-2">
        <Step href={previousHref} rel="prev">
          <ChevronLeft aria-hidden="true" />
          Previous
        </Step>
        <Step href={nextHref} rel="next">
          Next
          <ChevronRight aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
}

function Step({ href, rel, children }: { href?: string | null; rel: "prev" | "next"; children: ReactNode }) {
  if (!href) {
    return (
      <span aria-hidden="true" className={buttonClass({ size: "sm", blocked: true })}>
        {children}
      </span>
    );
  }
  return (
    <Link href={href} rel={rel} className={buttonClass({ size: "sm" })}>
      {children}
    </Link>
  );
}

type CursorPagesProps = {
  label: string;
  path: string;
  /** What the list is filtered by; the cursor joins it as `after`. */
  kept: Record<string, string | null | undefined>;
  /** The cursor that this page was asked for, by `after` or `before`; null on the first. */
  after: string | null;
  /** The cursor of the page after this one; null on the last. */
  next: string | null;
  /** The cursor of the page before this one, which joins as `before`; null on the first, absent where the list does not go back. */
  previous?: string | null;
  /** For lists that run from the newest entry to the oldest. */
  newestFirst?: boolean;
};

/** For lists that are read on from a cursor: back to the first page or by one, and on to the next. It is silent where one page holds everything. */
export function CursorPages({ label, path, kept, after, next, previous, newestFirst = false }: CursorPagesProps) {
  if (!after && !next) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-2">
      <span className="flex flex-wrap gap-2">
        {after ? (
          <LinkButton href={pathWith(path, kept)} size="sm" icon={<ChevronsLeft aria-hidden="true" />}>
            {newestFirst ? "Newest" : "First page"}
          </LinkButton>
        ) : null}
        {previous ? (
          <LinkButton
            href={pathWith(path, { ...kept, before: previous })}
            rel="prev"
            size="sm"
            icon={<ChevronLeft aria-hidden="true" />}
          >
            {newestFirst ? "Newer" : "Previous page"}
          </LinkButton>
        ) : null}
      </span>
      {next ? (
        <LinkButton href={pathWith(path, { ...kept, after: next })} rel="next" size="sm">
          {newestFirst ? "Older" : "Next page"}
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <p className="self-center text-muted">The end of the list</p>
      )}
    </nav>
  );
}
