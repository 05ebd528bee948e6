import { z } from "zod";
import { type ActionKinds, type AuditExport, type AuditQuery, EXPORT_FORMATS } from "@/lib/access";
import { dayAfter, dayOf, single } from "./page-query";

type Parameters = Record<string, string | string[] | undefined>;

/** Parses a log's filter from a page's query. Invalid values filter nothing. Days are in UTC. */
export function activityQuery(parameters: Parameters, kinds: ActionKinds): AuditQuery {
  const from = dayOf(parameters.from);
  const until = dayOf(parameters.until);
  return {
    action: kinds.find(({ prefix }) => prefix === parameters.kind)?.prefix,
    search: z.string().max(200).safeParse(parameters.q).data || undefined,
    from: from ? new Date(from) : undefined,
    until: until ? dayAfter(until) : undefined,
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
  Object.fromEntries(
    ["kind", "q", "from", "until"].flatMap((name) => {
      const value = single(parameters[name]);
      return value ? [[name, value]] : [];
    }),
  );
