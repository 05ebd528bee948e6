import type { DeliveryFilter } from "@/components/developers/webhooks/delivery-filters";
import type { DeliveryFilter as DeliveryCriteria } from "@/lib/integrations";
import { dayAfter, dayOf, oneOf, single } from "../../../../page-query";

type Parameters = Record<string, string | string[] | undefined>;

const STATUSES = ["pending", "retrying", "delivered", "dead", "cancelled"] as const;

const text = (value: string | string[] | undefined) => single(value)?.trim() ?? "";

/** Parses the delivery filter from a page's query: as form values and as database criteria. Days are in UTC. */
export function deliveryQuery(parameters: Parameters): { filter: DeliveryFilter; criteria: DeliveryCriteria } {
  const status = oneOf(parameters.status, STATUSES);
  const filter = {
    status: status ?? "",
    tool: text(parameters.tool),
    from: dayOf(parameters.from),
    until: dayOf(parameters.until),
    q: text(parameters.q),
    trace: text(parameters.trace),
  };
  const criteria = {
    status,
    toolSlug: filter.tool,
    from: filter.from ? new Date(filter.from) : undefined,
    until: filter.until ? dayAfter(filter.until) : undefined,
    search: filter.q,
    traceId: filter.trace,
  };
  return { filter, criteria };
}
