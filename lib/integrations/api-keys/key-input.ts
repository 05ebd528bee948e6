import { z } from "zod";
import { ALL_API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";

export const MAX_KEY_NAME_LENGTH = 100;

/** How long before and after a key's end people are told of it. */
export const EXPIRY_WARNING_DAYS = 14;
export const EXPIRY_WARNING_MS = EXPIRY_WARNING_DAYS * 24 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The name without space around it. @throws BadRequest unless it has 1 to 100 characters */
export function requireKeyName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= MAX_KEY_NAME_LENGTH) return name;
  throw new BadRequest(`Give the key a name of 1 to ${MAX_KEY_NAME_LENGTH} characters.`, { field: "name" });
}

/** The scopes, each once and in the order of the contract. @throws BadRequest unless there is one, and each is known */
export function requireKeyScopes(given: readonly string[]): ApiKeyScope[] {
  const scopes = ALL_API_KEY_SCOPES.filter((scope) => given.includes(scope));
  if (scopes.length > 0 && scopes.length === new Set(given).size) return scopes;
  throw new BadRequest("Choose what the key may do: at least one of these.", { field: "scopes" });
}

/** How long a new key is to live: so many days, for ever, or to the end of a day of one's own. */
export const KeyExpiry = z.object({
  expiry: z.enum(["30", "90", "365", "never", "date"]),
  /** `YYYY-MM-DD`, only with `date`. */
  date: z.string().optional(),
});
export type KeyExpiry = z.output<typeof KeyExpiry>;

function endOfDay(date: string | undefined): Date {
  const start = z.iso.date().safeParse(date);
  if (!start.success) throw new BadRequest("Choose the day on which the key expires.", { field: "date" });
  return new Date(Date.parse(start.data) + DAY_MS);
}

/** When a key issued now expires; null for never. A chosen day counts to its end, in UTC. @throws BadRequest for a day that is none */
export function expiryMoment({ expiry, date }: KeyExpiry, now: Date): Date | null {
  if (expiry === "never") return null;
  return expiry === "date" ? endOfDay(date) : new Date(now.getTime() + Number(expiry) * DAY_MS);
}
