import { notFound } from "next/navigation";
import { z } from "zod";
import type { RequestFilter } from "@/components/requests/request-log";
import { type ActionKinds, type AuditExport, type AuditQuery, EXPORT_FORMATS } from "@/lib/access";
import { REQUEST_OUTCOMES, type RequestQuery } from "@/lib/integrations";
import { HubError } from "@/lib/platform/errors";
import { COMPARED_FIELDS, type ComparisonView } from "@/lib/publishing";

type Parameters = Record<string, string | string[] | undefined>;

export interface SearchProps {
  searchParams: Promise<Parameters>;
}

/** Returns a URL parameter that appears once, else null. */
export const single = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

export function oneOf<Value extends string>(
  value: string | string[] | undefined,
  values: readonly Value[],
): Value | undefined {
  return values.find((candidate) => candidate === value);
}

const MAX_VERSION = 2_147_483_646;

/** Parses a version number. Undefined if invalid. */
export function versionNumber(text: string | string[] | undefined): number | undefined {
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const version = Number(text);
  return version <= MAX_VERSION ? version : undefined;
}

export function comparisonView({ offset, field }: Parameters): ComparisonView {
  const first = versionNumber(offset) ?? 0;
  return { offset: first - (first % COMPARED_FIELDS), path: single(field) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a `YYYY-MM-DD` parameter, or an empty string if invalid. */
const dayOf = (value: string | string[] | undefined): string => z.iso.date().safeParse(value).data ?? "";

/** Returns the end of a day (`YYYY-MM-DD`) in UTC. */
const dayAfter = (day: string): Date => new Date(Date.parse(day) + DAY_MS);

/** A list's filter: the named texts and the days, each empty if missing or invalid. */
export function filterOf<Name extends string>(
  parameters: Parameters,
  names: readonly Name[],
): Record<Name | "from" | "until", string> {
  const texts = names.map((name) => [name, single(parameters[name])?.trim() ?? ""]);
  return { ...Object.fromEntries(texts), from: dayOf(parameters.from), until: dayOf(parameters.until) };
}

/** A filter's days, in UTC, as moments. */
export const spanOf = ({ from, until }: { from: string; until: string }) => ({
  from: from ? new Date(from) : undefined,
  until: until ? dayAfter(until) : undefined,
});

/** Awaits a page's data. Unknown or invalid URLs become a 404. */
export async function foundOr404<Data>(reading: Promise<Data>): Promise<Data> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof HubError && (error.code === "not_found" || error.code === "bad_request")) notFound();
    throw error;
  }
}

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

/** Parses the request log's filter: as URL parameters and as database criteria. Days are in UTC. */
export function requestQuery(parameters: Parameters): { filter: RequestFilter; query: RequestQuery } {
  const outcome = oneOf(parameters.outcome, REQUEST_OUTCOMES);
  const filter = { ...filterOf(parameters, ["id", "operation", "credential"]), outcome: outcome ?? "" };
  const { id, operation, credential } = filter;
  const cursors = { after: single(parameters.after), before: single(parameters.before) };
  return { filter, query: { requestId: id, outcome, operation, credential, ...spanOf(filter), ...cursors } };
}
