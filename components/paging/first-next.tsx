import { ChevronRight, ChevronsLeft } from "lucide-react";
import { LinkButton } from "@/components/ui/link-button";

type FirstNextProps = {
  label: string;
  /** Null on the first page. */
  firstHref: string | null;
  /** Null on the last page. */
  nextHref: string | null;
};

/** The ways on through a list in alphabetical order. It is silent where one page holds everything. */
export function FirstNext({ label, firstHref, nextHref }: FirstNextProps) {
  if (!firstHref && !nextHref) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-2">
      <span>
        {firstHref ? (
          <LinkButton href={firstHref} size="sm" icon={<ChevronsLeft aria-hidden="true" />}>
            First page
          </LinkButton>
        ) : null}
      </span>
      {nextHref ? (
        <LinkButton href={nextHref} rel="next" size="sm">
          Next page
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <p className="self-center text-muted">The end of the list</p>
      )}
    </nav>
  );
}
