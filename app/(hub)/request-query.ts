import type { RequestFilter } from "@/components/requests/request-log";
import { REQUEST_OUTCOMES, type RequestQuery } from "@/lib/integrations";
import { filterOf, oneOf, single, spanOf } from "./page-query";

type Parameters = Record<string, string | string[] | undefined>;

/** Parses the request log's filter: as URL parameters and as database criteria. Days are in UTC. */
export function requestQuery(parameters: Parameters): { filter: RequestFilter; query: RequestQuery } {
  const outcome = oneOf(parameters.outcome, REQUEST_OUTCOMES);
  const filter = { ...filterOf(parameters, ["id", "operation", "credential"]), outcome: outcome ?? "" };
  const { id, operation, credential } = filter;
  const cursors = { after: single(parameters.after), before: single(parameters.before) };
  return { filter, query: { requestId: id, outcome, operation, credential, ...spanOf(filter), ...cursors } };
}
