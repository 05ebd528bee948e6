import { z } from "zod";
import { Slug, ToolStatus } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { checkBrowserUrl, resolveAndCheck } from "../webhooks/webhook-url-policy";
import { EventPattern } from "./matches-pattern";
import { TOOL_LIMITS } from "./tool-limits";

export const ToolInput = z.object({
  slug: Slug,
  name: z.string().trim().min(1, "A tool needs a name").max(TOOL_LIMITS.name),
  description: z.string().trim().max(TOOL_LIMITS.description).default(""),
  status: ToolStatus.default("active"),
  /** null: entitled brands get no subscription. */
  defaultWebhookUrl: z.string().nullable().default(null),
  /** null: the tool cannot be connected. */
  connectUrl: z.string().nullable().default(null),
  /** null: *Open* leads to the tool's own page, where people begin to sign in themselves. */
  initiateLoginUrl: z.string().nullable().default(null),
  /** Whether federation tokens that were minted for it are exchanged with its own credentials alone. */
  ownCredentialsOnly: z.boolean().default(false),
  /** Whether it is told when a brand is granted, revoked, archived or restored. */
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

/** @throws BadRequest that names every field at fault, so that a form says all of it at once */
function refuse(problems: Problems): void {
  const [first] = Object.entries(problems);
  if (first) throw new BadRequest(first[1], { field: first[0], fields: problems });
}

/** The sentence that a check refuses with, under the field that it names; whatever else it throws goes on. */
async function problemOf(check: () => unknown): Promise<Problems> {
  try {
    await check();
    return {};
  } catch (error) {
    if (!(error instanceof BadRequest) || error.field === undefined) throw error;
    return { [error.field]: error.message };
  }
}

/**
 * Parses with the schema and asks after each URL that came, all of it before anything is refused.
 * @param also checks of the caller's own
 * @throws BadRequest that names every field at fault
 */
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
  const found = await Promise.all([
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
  refuse(Object.assign(problems, ...found.map((each) => ({ ...each, ...problems }))));
  if (!parsed.success) throw new BadRequest("The input is not valid.");
  return { ...parsed.data, ...urls };
}

/** Guarantees that the hub may send to the URL, and gives its normal form. @throws BadRequest with the reason */
export async function requireWebhookUrl(ctx: Ctx, { url, field }: { url: string; field: string }): Promise<string> {
  const verdict = await resolveAndCheck(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field });
  return verdict.url;
}

/** Guarantees a URL that the hub may send browsers to, by the same rule but without asking for its addresses. */
export function requireBrowserUrl(ctx: Ctx, { url, field }: { url: string; field: string }): string {
  const verdict = checkBrowserUrl(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field });
  return verdict.url;
}

/** Paths and queries of webhook URLs can hold a secret of the receiver: the audit log names the host alone. */
export const hostOf = (url: string | null): string | null => (url ? new URL(url).host : null);
