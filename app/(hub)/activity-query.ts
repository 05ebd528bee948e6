import { z } from "zod";
import { type ActionKinds, type AuditExport, type AuditQuery, EXPORT_FORMATS } from "@/lib/access";
import { filterOf, single, spanOf } from "./page-query";

type Parameters = Record<string, string | string[] | undefined>;

/** Parses a log's filter from a page's query. Invalid values filter nothing. Days are in UTC. */
export function activityQuery(parameters: Parameters, kinds: ActionKinds): AuditQuery {
  return {
    action: kinds.find(({ prefix }) => prefix === parameters.kind)?.prefix,
    search: z.string().max(200).safeParse(parameters.q).data || undefined,
    ...spanOf(filterOf(parameters, [])),
    after: single(parameters.after),
  };
}

/** Parses the same filter for an export. The format defaults to CSV. */
export function activityExport(url: string, kinds: ActionKinds): AuditExport {
  const parameters = Object.fromEntries(new URL(url).searchParams);
  const format = EXPORT_FORMATS.find((known) => known === parameters.format) ?? "csv";
  return { ...activityQuery(parameters, kinds), format };
}

/** The filter's parameters, to keep in links. */
export const activityFilter = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(filterOf(parameters, ["kind", "q"])).filter(([, value]) => value));
