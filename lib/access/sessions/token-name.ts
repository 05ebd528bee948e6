import { BadRequest } from "@/lib/platform/errors";

export const MAX_TOKEN_NAME_LENGTH = 100;

/** Returns the trimmed name. @throws BadRequest with `field: "name"` unless it has 1 to 100 characters */
export function requireTokenName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= MAX_TOKEN_NAME_LENGTH) return name;
  throw new BadRequest(`Give the token a name of 1 to ${MAX_TOKEN_NAME_LENGTH} characters.`, { field: "name" });
}
