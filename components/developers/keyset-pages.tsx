import { ChevronRight, ChevronsLeft } from "lucide-react";
import { LinkButton } from "@/components/ui/link-button";

type KeysetPagesProps = {
  label: string;
  /** Back to the newest; null on the first page. */
  newestHref: string | null;
  /** The entries before these; null on the last page. */
  olderHref: string | null;
};

/** The ways on through a list that is read from newest to oldest. It is silent where one page holds everything. */
export function KeysetPages({ label, newestHref, olderHref }: KeysetPagesProps) {
  if (!newestHref && !olderHref) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-2">
      <span>
        {newestHref ? (
          <LinkButton href={newestHref} size="sm" icon={<ChevronsLeft aria-hidden="true" />}>
            Newest
          </LinkButton>
        ) : null}
      </span>
      {olderHref ? (
        <LinkButton href={olderHref} rel="next" size="sm">
          Older
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <p className="self-center text-muted">The end of the list</p>
      )}
    </nav>
  );
}
