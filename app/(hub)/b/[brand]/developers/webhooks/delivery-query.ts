import type { DeliveryFilter } from "@/components/developers/webhooks/delivery-table";
import type { DeliveryFilter as DeliveryCriteria } from "@/lib/integrations";
import { filterOf, oneOf, spanOf } from "../../../../page-query";

type Parameters = Record<string, string | string[] | undefined>;

const STATUSES = ["pending", "retrying", "delivered", "dead", "cancelled"] as const;

/** Parses the delivery filter from a page's query: as URL parameters and as database criteria. Days are in UTC. */
export function deliveryQuery(parameters: Parameters): { filter: DeliveryFilter; criteria: DeliveryCriteria } {
  const status = oneOf(parameters.status, STATUSES);
  const filter = { ...filterOf(parameters, ["tool", "q", "trace"]), status: status ?? "" };
  const criteria = { status, toolSlug: filter.tool, ...spanOf(filter), search: filter.q, traceId: filter.trace };
  return { filter, criteria };
}
