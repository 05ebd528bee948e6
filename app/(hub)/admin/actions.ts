"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { ToolStatus } from "@/lib/contract";
import type { EntitlementKey, GrantForecast, IssuedToolCredential, NewSetupLink, UrlAnswer } from "@/lib/integrations";
import {
  editTool,
  forecastGrants,
  grantEntitlement,
  grantToMany,
  registerWithCredentials,
  registerWithSetupLink,
  resumeSubscriptions,
  revokeEntitlement,
  setToolBudget,
  suggestToolSlug,
  tryToolUrl,
} from "@/lib/integrations/server";
import { budgetOfForm } from "@/lib/platform/limits/budgets";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";

const Url = z.string().transform((text) => text.trim() || null);
const ToolForm = z.object({
  name: z.string(),
  description: z.string(),
  status: ToolStatus,
  defaultWebhookUrl: Url,
  connectUrl: Url,
  initiateLoginUrl: Url,
  ownCredentialsOnly: z.literal("on").optional().transform(Boolean),
  entitlementWebhooks: z.literal("on").optional().transform(Boolean),
  eventPatterns: z.array(z.string()),
});
const Typed = z.string().max(1000);
const RegisterForm = ToolForm.extend({ slug: z.string().trim(), credentials: z.enum(["link", "now"]) });

const valuesOf = (form: FormData) => ({ ...Object.fromEntries(form), eventPatterns: form.getAll("eventPatterns") });

/** The registered tool with its setup link or credentials. This response is the only place that shows them. */
type Registered = { slug: string; name: string } & (
  | { link: NewSetupLink }
  /** `lacking` says why the second credential is missing. */
  | { revealed: IssuedToolCredential[]; lacking?: string }
);

export async function suggestSlug(name: string): Promise<FormResult<string>> {
  return actionResult("lookups", (ctx) => suggestToolSlug(ctx, { name: Typed.parse(name) }));
}

export async function register(form: FormData): Promise<FormResult<Registered>> {
  return actionResult("secrets", async (ctx) => {
    const { credentials, ...input } = RegisterForm.parse(valuesOf(form));
    if (credentials === "link") {
      const { tool, link } = await registerWithSetupLink(ctx, input);
      return { slug: tool.slug, name: tool.name, link };
    }
    const { tool, ...made } = await registerWithCredentials(ctx, input);
    return { slug: tool.slug, name: tool.name, ...made };
  });
}

export async function tryUrl(url: string, kind: "webhook" | "connect"): Promise<FormResult<UrlAnswer>> {
  const ToTry = z.object({ url: z.string().trim(), kind: z.enum(["webhook", "connect"]) });
  return actionResult("changes", (ctx) => tryToolUrl(ctx, ToTry.parse({ url, kind })));
}

export async function edit(slug: string, form: FormData): Promise<FormResult<{ slug: string }>> {
  return changeResult("changes", async (ctx) => {
    await editTool(ctx, { slug, ...ToolForm.parse(valuesOf(form)) });
    return { slug };
  });
}

/** Resumes webhooks that the hub disabled for this tool. Returns for how many brands. */
export async function resumeWebhooks(slug: string): Promise<FormResult<number>> {
  return changeResult("changes", (ctx) => resumeSubscriptions(ctx, { toolSlug: slug }));
}

export async function setBudget(slug: string, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    await setToolBudget(ctx, { slug, budget: budgetOfForm(form) });
  });
}

export async function grant(key: EntitlementKey): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    await grantEntitlement(ctx, key);
  });
}

export async function revoke(key: EntitlementKey): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    await revokeEntitlement(ctx, key);
  });
}

const ManyForm = z.object({ toolSlug: z.string(), search: z.string().trim().max(200), on: z.boolean() });
type Many = z.input<typeof ManyForm>;

export async function forecast(many: Many): Promise<FormResult<GrantForecast>> {
  return actionResult("lookups", (ctx) => forecastGrants(ctx, ManyForm.parse(many)));
}

/** Changes the next batch of brands. Call again with `after` until it is null. */
export async function changeMany(
  many: Many,
  after: string | null,
): Promise<FormResult<{ changed: number; after: string | null }>> {
  return actionResult("changes", async (ctx) => {
    const input = { ...ManyForm.parse(many), after: z.string().max(100).nullable().parse(after) };
    const done = await grantToMany(ctx, input);
    if (done.after === null) refresh();
    return done;
  });
}
