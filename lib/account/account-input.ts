import { z } from "zod";
import { BadRequest } from "@/lib/kernel/errors";

/** Characters of what people say of their account; a password's figure is the fewest. */
export const ACCOUNT_LIMITS = { name: 120, email: 254, passwordAtLeast: 12 } as const;

const Email = z.email().max(ACCOUNT_LIMITS.email);

/** An email in the form the hub stores: lower case, no space around it. @throws BadRequest with `field: "email"` */
export function parseEmail(input: string): string {
  const email = Email.safeParse(input.trim().toLowerCase());
  if (!email.success)
    throw new BadRequest("Enter a complete email address, such as ana@example.com.", { field: "email" });
  return email.data;
}

/** A person's name without space around it. @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export function parseAccountName(input: string): string {
  const name = input.trim();
  if (name.length >= 1 && name.length <= ACCOUNT_LIMITS.name) return name;
  throw new BadRequest(`A name has 1 to ${ACCOUNT_LIMITS.name} characters.`, { field: "name" });
}
