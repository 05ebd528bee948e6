"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import type { EntitlementKey } from "@/lib/tools";
import { registerSubscription } from "@/lib/tools/server";

const WebhookUrlForm = z.object({ webhookUrl: z.string() });

/** Sets where a tool is notified of the brand's changes; what is due goes there now. */
export async function setWebhookUrl(key: EntitlementKey, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { webhookUrl } = WebhookUrlForm.parse(Object.fromEntries(form));
    await registerSubscription(await actionContext("changes"), { ...key, webhookUrl });
    refresh();
  });
}
