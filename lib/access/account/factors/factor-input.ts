import { BadRequest } from "@/lib/platform/errors";

export const FACTOR_LIMITS = { passkeys: 20, name: 60 } as const;

/** Returns the trimmed name. @throws BadRequest with `field: "name"` unless it has 1 to 60 characters */
export function parsePasskeyName(input: string): string {
  const name = input.trim();
  if (name.length >= 1 && name.length <= FACTOR_LIMITS.name) return name;
  throw new BadRequest(`Enter a name of 1 to ${FACTOR_LIMITS.name} characters.`, { field: "name" });
}
