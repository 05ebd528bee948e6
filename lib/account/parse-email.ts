import { z } from "zod";
import { BadRequest } from "@/lib/kernel/errors";

const Email = z.email().max(254);

/** An email in the form the hub stores: lower case, no space around it. @throws BadRequest with `field: "email"` */
export function parseEmail(input: string): string {
  const email = Email.safeParse(input.trim().toLowerCase());
  if (!email.success)
    throw new BadRequest("Enter a complete email address, such as ana@example.com.", { field: "email" });
  return email.data;
}
