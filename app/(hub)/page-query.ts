import { notFound } from "next/navigation";
import { z } from "zod";
import { HubError } from "@/lib/platform/errors";
import { COMPARED_FIELDS, type ComparisonView } from "@/lib/publishing";

export interface SearchProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A parameter of the URL that stands there once; null otherwise. */
export const single = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** One of the values a parameter may have; undefined for anything else. */
export function oneOf<Value extends string>(
  value: string | string[] | undefined,
  values: readonly Value[],
): Value | undefined {
  return values.find((candidate) => candidate === value);
}

const MAX_VERSION = 2_147_483_646;

/** A version in a URL; undefined for anything that cannot be one. */
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

/** A parameter of the URL that is a day, as `YYYY-MM-DD`; empty for anything else. */
export const dayOf = (value: string | string[] | undefined): string => z.iso.date().safeParse(value).data ?? "";

/** The moment at which a day (`YYYY-MM-DD`) is over, in UTC. */
export const dayAfter = (day: string): Date => new Date(Date.parse(day) + DAY_MS);

/** What a page reads; a URL that names nothing, or is mangled, is a 404. */
export async function foundOr404<Data>(reading: Promise<Data>): Promise<Data> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof HubError && (error.code === "not_found" || error.code === "bad_request")) notFound();
    throw error;
  }
}
