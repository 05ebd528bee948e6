import { ChevronRight, ChevronsLeft } from "lucide-react";
import { LinkButton } from "@/components/ui/link-button";

type ListPagesProps = {
  label: string;
  /** Null on the first page. */
  firstHref: string | null;
  /** Null on the last page. */
  nextHref: string | null;
  /** For lists that run from the newest entry to the oldest. */
  newestFirst?: boolean;
};

/** The ways on through a list that is read page after page. It is silent where one page holds everything. */
export function ListPages({ label, firstHref, nextHref, newestFirst = false }: ListPagesProps) {
  if (!firstHref && !nextHref) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-2">
      <span>
        {firstHref ? (
          <LinkButton href={firstHref} size="sm" icon={<ChevronsLeft aria-hidden="true" />}>
            {newestFirst ? "Newest" : "First page"}
          </LinkButton>
        ) : null}
      </span>
      {nextHref ? (
        <LinkButton href={nextHref} rel="next" size="sm">
          {newestFirst ? "Older" : "Next page"}
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <p className="self-center text-muted">The end of the list</p>
      )}
    </nav>
  );
}
