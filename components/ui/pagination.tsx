import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "./button-style";
import { cx } from "./cx";

type PaginationProps = {
  label: string;
  previousHref?: string | null;
  nextHref?: string | null;
  summary?: ReactNode;
  className?: string;
};

/** Links to the page before and after, with a sentence on where one is ("1–50 of 3,012"). An end is told in text, not as a dead link. */
export function Pagination({ label, previousHref, nextHref, summary, className }: PaginationProps) {
  return (
    <nav aria-label={label} className={cx("flex flex-wrap items-center justify-between gap-3", className)}>
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
