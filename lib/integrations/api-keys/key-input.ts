import { z } from "zod";
import { ALL_API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";

export const MAX_KEY_NAME_LENGTH = 100;

/** Days before and after a key's end in which people are notified. */
export const EXPIRY_WARNING_DAYS = 14;
export const EXPIRY_WARNING_MS = EXPIRY_WARNING_DAYS * 24 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Trims the name. @throws BadRequest unless it has 1 to 100 characters */
export function requireKeyName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= MAX_KEY_NAME_LENGTH) return name;
  throw new BadRequest(`Give the key a name of 1 to ${MAX_KEY_NAME_LENGTH} characters.`, { field: "name" });
}

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
