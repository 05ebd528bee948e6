import type { RequestFilter } from "@/components/requests/request-log";
import { REQUEST_OUTCOMES, type RequestQuery } from "@/lib/integrations";
import { dayAfter, dayOf, oneOf, single } from "./page-query";

type Parameters = Record<string, string | string[] | undefined>;

const text = (value: string | string[] | undefined) => single(value)?.trim() ?? "";

/** Parses the request log's filter: as form values and as database criteria. Days are in UTC. */
export function requestQuery(parameters: Parameters): { filter: RequestFilter; query: RequestQuery } {
  const outcome = oneOf(parameters.outcome, REQUEST_OUTCOMES);
  const filter = {
    id: text(parameters.id),
    outcome: outcome ?? "",
    operation: text(parameters.operation),
    credential: text(parameters.credential),
    from: dayOf(parameters.from),
    until: dayOf(parameters.until),
  };
  const query = {
    requestId: filter.id,
    outcome,
    operation: filter.operation,
    credential: filter.credential,
    from: filter.from ? new Date(filter.from) : undefined,
    until: filter.until ? dayAfter(filter.until) : undefined,
    after: single(parameters.after),
    before: single(parameters.before),
  };
  return { filter, query };
}
