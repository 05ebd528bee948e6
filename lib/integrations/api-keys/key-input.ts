import { z } from "zod";
import { ALL_API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Distinct scopes in the contract's order. @throws BadRequest for none or an unknown one */
export function requireKeyScopes(input: readonly string[]): ApiKeyScope[] {
  const scopes = ALL_API_KEY_SCOPES.filter((scope) => input.includes(scope));
  if (scopes.length > 0 && scopes.length === new Set(input).size) return scopes;
  throw new BadRequest("Choose at least one permission.", { field: "scopes" });
}

export const KeyExpiry = z.object({
  expiry: z.enum(["30", "90", "365", "never", "date"]),
  /** `YYYY-MM-DD`, only with `date`. */
  date: z.string().optional(),
});
export type KeyExpiry = z.output<typeof KeyExpiry>;

function endOfDay(date: string | undefined): Date {
  const start = z.iso.date().safeParse(date);
  if (!start.success) throw new BadRequest("Choose the day the key expires.", { field: "date" });
  return new Date(Date.parse(start.data) + DAY_MS);
}

/** Null for never. A chosen day ends at midnight UTC. @throws BadRequest for an invalid day */
export function expiryMoment({ expiry, date }: KeyExpiry, now: Date): Date | null {
  if (expiry === "never") return null;
  return expiry === "date" ? endOfDay(date) : new Date(now.getTime() + Number(expiry) * DAY_MS);
}

/** @throws BadRequest unless it is in the future or null */
export function requireFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new BadRequest("Choose an expiry in the future, or none.", { field: "expiresAt" });
}

export const earlier = (one: Date | null, other: Date): Date => (one && one < other ? one : other);

/** The expiry of a credential that replaces another one. */
export const sameLifetime = (old: { createdAt: Date; expiresAt: Date | null }, now: Date): Date | null =>
  old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime());
