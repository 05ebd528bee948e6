import { BadRequest } from "./errors";

/** Trims the text. @throws BadRequest with `field: "name"` unless it has 1 to `max` characters */
export function requireText(input: string, { ask, max }: { ask: string; max: number }): string {
  const text = input.trim();
  if (text.length >= 1 && text.length <= max) return text;
  throw new BadRequest(`${ask} of 1 to ${max} characters.`, { field: "name" });
}
