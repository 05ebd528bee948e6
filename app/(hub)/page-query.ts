import { notFound } from "next/navigation";
import { z } from "zod";
import { HubError } from "@/lib/platform/errors";
import { COMPARED_FIELDS, type ComparisonView } from "@/lib/publishing";

export interface SearchProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
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

export function comparisonView({ offset, field }: Record<string, string | string[] | undefined>): ComparisonView {
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
  parameters: Record<string, string | string[] | undefined>,
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
