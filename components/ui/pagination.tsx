import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import type { ReactNode } from "react";
import { pathWith } from "./browser";
import { Link } from "./link";
import { buttonClass } from "./styles";
import { LinkButton } from "./text";

type PaginationProps = {
  label: string;
  previousHref?: string | null;
  nextHref?: string | null;
  summary?: ReactNode;
};

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
  kept: Record<string, string | null | undefined>;
  after: string | null;
  next: string | null;
  /** The previous page's cursor, null on the first page. Omit it if the list can't go back. */
  previous?: string | null;
  newestFirst?: boolean;
};

/** Links for cursor-based lists. Renders nothing if there is only one page. */
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
        <p className="self-center text-muted">End of list</p>
      )}
    </nav>
  );
}
