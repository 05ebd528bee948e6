"use server";

import { z } from "zod";
import type { EntitlementKey } from "@/lib/integrations";
import { registerSubscription } from "@/lib/integrations/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const WebhookUrlForm = z.object({ webhookUrl: z.string() });

/** Sets the webhook URL for a tool. Due deliveries go to the new URL. */
export async function setWebhookUrl(key: EntitlementKey, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const { webhookUrl } = WebhookUrlForm.parse(Object.fromEntries(form));
    await registerSubscription(ctx, { ...key, webhookUrl });
  });
}
