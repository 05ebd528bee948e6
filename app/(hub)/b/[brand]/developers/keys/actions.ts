"use server";

import { z } from "zod";
import { expiryMoment, type IssuedApiKey, KeyExpiry, type RotatedApiKey } from "@/lib/integrations";
import { issueApiKey, revokeApiKey, rotateApiKey, setApiKeyBudget } from "@/lib/integrations/server";
import { budgetOfForm } from "@/lib/platform/limits/budgets";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const HOUR_MS = 60 * 60 * 1000;
const IssueForm = KeyExpiry.extend({ name: z.string(), scopes: z.array(z.string()) });
const RotateForm = z.object({ overlapHours: z.enum(["0", "1", "24", "168"]) });

/** Issues an API key. This response is the only place that shows it. */
export async function issueKey(brandId: string, form: FormData): Promise<FormResult<IssuedApiKey>> {
  return changeResult("secrets", async (ctx) => {
    const fields = { ...Object.fromEntries(form), scopes: form.getAll("scopes") };
    const { name, scopes, ...expiry } = IssueForm.parse(fields);
    return issueApiKey(ctx, { brandId, name, scopes, expiresAt: expiryMoment(expiry, ctx.now) });
  });
}

export async function rotateKey(brandId: string, apiKeyId: string, form: FormData): Promise<FormResult<RotatedApiKey>> {
  return changeResult("secrets", async (ctx) => {
    const { overlapHours } = RotateForm.parse(Object.fromEntries(form));
    const overlapMs = Number(overlapHours) * HOUR_MS;
    return rotateApiKey(ctx, { brandId, apiKeyId: z.uuid().parse(apiKeyId), overlapMs });
  });
}

export async function revokeKey(brandId: string, apiKeyId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => revokeApiKey(ctx, { brandId, apiKeyId: z.uuid().parse(apiKeyId) }));
}

export async function setKeyBudget(brandId: string, apiKeyId: string, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    await setApiKeyBudget(ctx, { brandId, apiKeyId: z.uuid().parse(apiKeyId), budget: budgetOfForm(form) });
  });
}
