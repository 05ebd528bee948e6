"use server";

import { z } from "zod";
import {
  expiryMoment,
  type IssuedToolCredential,
  KeyExpiry,
  type NewSetupLink,
  type RotatedToolCredential,
} from "@/lib/integrations";
import {
  createSetupLink,
  issueToolCredential,
  revokeToolCredential,
  rotateToolCredential,
  withdrawSetupLink,
} from "@/lib/integrations/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const Kind = z.enum(["app_token", "signing_secret"]);
const IssueForm = KeyExpiry.extend({ name: z.string() });
const RotateForm = z.object({
  overlapHours: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, "Enter whole hours.")
    .transform(Number),
});
const LinkForm = z.object({ name: z.string(), hours: z.coerce.number() });

/** Issues a credential. This response is the only place that shows it. */
export async function issueCredential(
  toolSlug: string,
  kind: z.input<typeof Kind>,
  form: FormData,
): Promise<FormResult<IssuedToolCredential>> {
  return changeResult("secrets", async (ctx) => {
    const { name, ...expiry } = IssueForm.parse(Object.fromEntries(form));
    const input = { toolSlug, kind: Kind.parse(kind), name, expiresAt: expiryMoment(expiry, ctx.now) };
    return issueToolCredential(ctx, input);
  });
}

export async function rotateCredential(
  toolSlug: string,
  credentialId: string,
  form: FormData,
): Promise<FormResult<RotatedToolCredential>> {
  return changeResult("secrets", async (ctx) => {
    const { overlapHours } = RotateForm.parse(Object.fromEntries(form));
    return rotateToolCredential(ctx, { toolSlug, credentialId, overlapHours });
  });
}

export async function revokeCredential(toolSlug: string, credentialId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => revokeToolCredential(ctx, { toolSlug, credentialId }));
}

/** Creates a setup link for the tool's operator. This response is the only place that shows it. */
export async function makeLink(toolSlug: string, form: FormData): Promise<FormResult<NewSetupLink>> {
  return changeResult("secrets", (ctx) =>
    createSetupLink(ctx, { toolSlug, ...LinkForm.parse(Object.fromEntries(form)) }),
  );
}

export async function withdrawLink(toolSlug: string, linkId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => withdrawSetupLink(ctx, { toolSlug, linkId }));
}
