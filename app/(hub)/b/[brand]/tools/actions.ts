"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { EntitlementKey } from "@/lib/integrations";
import { registerSubscription } from "@/lib/integrations/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const WebhookUrlForm = z.object({ webhookUrl: z.string() });

/** Sets the webhook URL for a tool. Due deliveries go to the new URL. */
export async function setWebhookUrl(key: EntitlementKey, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { webhookUrl } = WebhookUrlForm.parse(Object.fromEntries(form));
    await registerSubscription(await actionContext("changes"), { ...key, webhookUrl });
    refresh();
  });
}
