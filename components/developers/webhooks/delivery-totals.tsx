import { pathWith } from "@/components/ui/path-with";
import { TabNav } from "@/components/ui/tab-nav";
import type { DeliveryTotals as Totals } from "@/lib/integrations";
import { MOST_COUNTED } from "@/lib/platform/counted";
import type { DeliveryFilter } from "./delivery-filters";

const KINDS = [
  ["", "All", "all"],
  ["delivered", "Delivered", "delivered"],
  ["retrying", "Retrying", "retrying"],
  ["pending", "Pending", "pending"],
  ["dead", "Dead", "dead"],
  ["cancelled", "Cancelled", "cancelled"],
] as const;

type DeliveryTotalsProps = {
  path: string;
  /** What else stands in the URL and stays there. */
  kept: DeliveryFilter & Record<string, string>;
  /** Absent while they are counted. */
  totals?: Totals;
};

/** How many deliveries of each status fit the other filters, each the way to them. */
export function DeliveryTotals({ path, kept, totals }: DeliveryTotalsProps) {
  const items = KINDS.map(([status, label, name]) => ({
    href: pathWith(path, { ...kept, status }),
    label,
    current: kept.status === status,
    count: totals && Math.min(totals[name], MOST_COUNTED),
  }));
  return (
    <div className="flex min-w-0 max-w-full flex-col gap-1.5">
      <TabNav label="Deliveries by status" items={items} />
      {totals?.more ? (
        <p className="text-[0.8125rem] text-muted">
          Counted over the newest {MOST_COUNTED.toLocaleString("en")}; there are more.
        </p>
      ) : null}
    </div>
  );
}
