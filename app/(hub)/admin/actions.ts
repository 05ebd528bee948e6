"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import { ToolStatus } from "@/lib/contract";
import type { EntitlementKey } from "@/lib/tools";
import { editTool, grantEntitlement, registerTool, revokeEntitlement } from "@/lib/tools/server";

const Url = z.string().transform((text) => text.trim() || null);
const ToolForm = z.object({
  name: z.string(),
  description: z.string(),
  status: ToolStatus,
  defaultWebhookUrl: Url,
  connectUrl: Url,
  eventPatterns: z.array(z.string()),
});
const RegisterForm = ToolForm.extend({ slug: z.string().trim() });

const valuesOf = (form: FormData) => ({ ...Object.fromEntries(form), eventPatterns: form.getAll("eventPatterns") });

/** Registers a tool. */
export async function register(form: FormData): Promise<FormResult<{ slug: string }>> {
  return formResult(async () => {
    const { slug } = await registerTool(await actionContext("changes"), RegisterForm.parse(valuesOf(form)));
    return { slug };
  });
}

/** Changes a registered tool. */
export async function edit(slug: string, form: FormData): Promise<FormResult<{ slug: string }>> {
  return formResult(async () => {
    await editTool(await actionContext("changes"), { slug, ...ToolForm.parse(valuesOf(form)) });
    refresh();
    return { slug };
  });
}

/** Lets a brand use a tool. */
export async function grant(key: EntitlementKey): Promise<FormResult> {
  return formResult(async () => {
    await grantEntitlement(await actionContext("changes"), key);
    refresh();
  });
}

/** Ends a brand's use of a tool. */
export async function revoke(key: EntitlementKey): Promise<FormResult> {
  return formResult(async () => {
    await revokeEntitlement(await actionContext("changes"), key);
    refresh();
  });
}
