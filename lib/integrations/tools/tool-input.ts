import { z } from "zod";
import { Slug, ToolStatus } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { checkBrowserUrl, resolveAndCheck } from "../webhooks/webhook-url-policy";
import { TOOL_LIMITS } from "./matches-pattern";

/** `*`, an event type, or a prefix with `.*`. */
export const EventPattern = z
  .string()
  .max(TOOL_LIMITS.eventPattern)
  .regex(
    /^(\*|[a-z0-9_-]+(\.[a-z0-9_-]+)*(\.\*)?)$/,
    "must be an event type such as asset.approved, a prefix such as asset.*, or *",
  )
  .refine(
    (pattern) => !/^(identity|hub)(\.|$)/.test(pattern),
    "identity.* and hub.* are reserved; every subscription gets identity.updated",
  );

export const ToolInput = z.object({
  slug: Slug,
  name: z.string().trim().min(1, "A tool needs a name").max(TOOL_LIMITS.name),
  description: z.string().trim().max(TOOL_LIMITS.description).default(""),
  status: ToolStatus.default("active"),
  /** Null: brands get no subscription. */
  defaultWebhookUrl: z.string().nullable().default(null),
  /** Null: the hub can't sign people in to the tool. */
  connectUrl: z.string().nullable().default(null),
  /** Null: *Open* leads to the tool's own page. */
  initiateLoginUrl: z.string().nullable().default(null),
  /** Its federation tokens can be exchanged only with its own credentials. */
  ownCredentialsOnly: z.boolean().default(false),
  /** Notify it when a brand is granted, revoked, archived or restored. */
  entitlementWebhooks: z.boolean().default(false),
  eventPatterns: z
    .array(EventPattern)
    .max(TOOL_LIMITS.eventPatterns)
    .default([])
    .transform((patterns) => [...new Set(patterns)]),
});
export type ToolInput = z.output<typeof ToolInput>;

const BROWSER_URLS = ["connectUrl", "initiateLoginUrl"] as const;
type UrlField = "defaultWebhookUrl" | (typeof BROWSER_URLS)[number];

type Problems = Record<string, string>;

/** A form shows all problems at once. */
function refuse(problems: Problems): void {
  const [first] = Object.entries(problems);
  if (first) throw new BadRequest(first[1], { field: first[0], fields: problems });
}

/** The error's message under its field. */
async function problemOf(check: () => unknown): Promise<Problems> {
  try {
    await check();
    return {};
  } catch (error) {
    if (!(error instanceof BadRequest) || error.field === undefined) throw error;
    return { [error.field]: error.message };
  }
}

/** Parses the input and checks its URLs before refusing anything. @throws BadRequest with every invalid field */
export async function parseToolInput<Output extends Partial<Record<UrlField, string | null>>>(
  ctx: Ctx,
  schema: z.ZodType<Output>,
  { input, also = async () => {} }: { input: Record<string, unknown>; also?: () => Promise<void> },
): Promise<Output> {
  const parsed = schema.safeParse(input);
  const problems: Problems = {};
  for (const issue of parsed.error?.issues ?? []) problems[issue.path.map(String).join(".")] ??= issue.message;
  const urls: Partial<Record<UrlField, string>> = {};
  const { defaultWebhookUrl } = input;
  const results = await Promise.all([
    problemOf(async () => {
      if (typeof defaultWebhookUrl === "string" && defaultWebhookUrl)
        urls.defaultWebhookUrl = await requireWebhookUrl(ctx, { url: defaultWebhookUrl, field: "defaultWebhookUrl" });
    }),
    ...BROWSER_URLS.map((field) =>
      problemOf(() => {
        const url = input[field];
        if (typeof url === "string" && url) urls[field] = requireBrowserUrl(ctx, { url, field });
      }),
    ),
    problemOf(also),
  ]);
  refuse(Object.assign(problems, ...results.map((each) => ({ ...each, ...problems }))));
  if (!parsed.success) throw new BadRequest("The input is not valid.");
  return { ...parsed.data, ...urls };
}

/** Returns the URL normalized. @throws BadRequest with the reason */
export async function requireWebhookUrl(ctx: Ctx, { url, field }: { url: string; field: string }): Promise<string> {
  const verdict = await resolveAndCheck(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field });
  return verdict.url;
}

/** Without a name lookup. @throws BadRequest with the reason */
export function requireBrowserUrl(ctx: Ctx, { url, field }: { url: string; field: string }): string {
  const verdict = checkBrowserUrl(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field });
  return verdict.url;
}

/** A path or query may contain a secret. */
export const hostOf = (url: string | null): string | null => (url ? new URL(url).host : null);
