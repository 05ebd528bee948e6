"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { expiryMoment, type IssuedToolCredential, KeyExpiry, type RotatedToolCredential } from "@/lib/integrations";
import { issueToolCredential, revokeToolCredential, rotateToolCredential } from "@/lib/integrations/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const Kind = z.enum(["app_token", "signing_secret"]);
const IssueForm = KeyExpiry.extend({ name: z.string() });
const RotateForm = z.object({
  overlapHours: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, "Enter whole hours.")
    .transform(Number),
});

/** Issues a credential. This response is the only place that shows it. */
export async function issueCredential(
  toolSlug: string,
  kind: z.input<typeof Kind>,
  form: FormData,
): Promise<FormResult<IssuedToolCredential>> {
  return formResult(async () => {
    const ctx = await actionContext("secrets");
    const { name, ...expiry } = IssueForm.parse(Object.fromEntries(form));
    const input = { toolSlug, kind: Kind.parse(kind), name, expiresAt: expiryMoment(expiry, ctx.now) };
    const issued = await issueToolCredential(ctx, input);
    refresh();
    return issued;
  });
}

export async function rotateCredential(
  toolSlug: string,
  credentialId: string,
  form: FormData,
): Promise<FormResult<RotatedToolCredential>> {
  return formResult(async () => {
    const { overlapHours } = RotateForm.parse(Object.fromEntries(form));
    const rotated = await rotateToolCredential(await actionContext("secrets"), {
      toolSlug,
      credentialId,
      overlapHours,
    });
    refresh();
    return rotated;
  });
}

export async function revokeCredential(toolSlug: string, credentialId: string): Promise<FormResult> {
  return formResult(async () => {
    await revokeToolCredential(await actionContext("changes"), { toolSlug, credentialId });
    refresh();
  });
}
