"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { expiryMoment, type IssuedApiKey, KeyExpiry, type RotatedApiKey } from "@/lib/integrations";
import { issueApiKey, revokeApiKey, rotateApiKey, setApiKeyBudget } from "@/lib/integrations/server";
import { budgetOfForm } from "@/lib/platform/limits/budgets";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const HOUR_MS = 60 * 60 * 1000;
const IssueForm = KeyExpiry.extend({ name: z.string(), scopes: z.array(z.string()) });
const RotateForm = z.object({ overlapHours: z.enum(["0", "1", "24", "168"]) });

/** Issues an API key. This response is the only place that shows it. */
export async function issueKey(brandId: string, form: FormData): Promise<FormResult<IssuedApiKey>> {
  return formResult(async () => {
    const ctx = await actionContext("secrets");
    const fields = { ...Object.fromEntries(form), scopes: form.getAll("scopes") };
    const { name, scopes, ...expiry } = IssueForm.parse(fields);
    const issued = await issueApiKey(ctx, { brandId, name, scopes, expiresAt: expiryMoment(expiry, ctx.now) });
    refresh();
    return issued;
  });
}

export async function rotateKey(brandId: string, apiKeyId: string, form: FormData): Promise<FormResult<RotatedApiKey>> {
  return formResult(async () => {
    const { overlapHours } = RotateForm.parse(Object.fromEntries(form));
    const overlapMs = Number(overlapHours) * HOUR_MS;
    const issued = await rotateApiKey(await actionContext("secrets"), {
      brandId,
      apiKeyId: z.uuid().parse(apiKeyId),
      overlapMs,
    });
    refresh();
    return issued;
  });
}

export async function revokeKey(brandId: string, apiKeyId: string): Promise<FormResult> {
  return formResult(async () => {
    await revokeApiKey(await actionContext("changes"), { brandId, apiKeyId: z.uuid().parse(apiKeyId) });
    refresh();
  });
}

export async function setKeyBudget(brandId: string, apiKeyId: string, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const budget = budgetOfForm(form);
    await setApiKeyBudget(await actionContext("changes"), { brandId, apiKeyId: z.uuid().parse(apiKeyId), budget });
    refresh();
  });
}
