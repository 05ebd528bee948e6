import { z } from "zod";
import { Slug, ToolStatus } from "@/lib/contract";
import { checkWebhookUrl, resolveAndCheck } from "@/lib/deliveries/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { EventPattern } from "./matches-pattern";
import { TOOL_LIMITS } from "./tool-limits";

/** What a hub administrator says of a tool. */
export const ToolInput = z.object({
  slug: Slug,
  name: z.string().trim().min(1, "A tool needs a name").max(TOOL_LIMITS.name),
  description: z.string().trim().max(TOOL_LIMITS.description).default(""),
  status: ToolStatus.default("active"),
  /** null: entitled brands get no subscription. */
  defaultWebhookUrl: z.string().nullable().default(null),
  /** null: the tool cannot be connected. */
  connectUrl: z.string().nullable().default(null),
  eventPatterns: z
    .array(EventPattern)
    .max(TOOL_LIMITS.eventPatterns)
    .default([])
    .transform((patterns) => [...new Set(patterns)]),
});
export type ToolInput = z.output<typeof ToolInput>;

/** Parses with the schema. @throws BadRequest that names the first field at fault */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadRequest(issue?.message ?? "The input is not valid.", { field: issue?.path.map(String).join(".") });
}

/** Guarantees that the hub may send to the URL, and gives its normal form. @throws BadRequest with the reason */
export async function requireWebhookUrl(ctx: Ctx, { url, field }: { url: string; field: string }): Promise<string> {
  const verdict = await resolveAndCheck(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field });
  return verdict.url;
}

/** Guarantees a URL that browsers may be sent to with a token, by the same rule but without asking for its addresses. */
export function requireConnectUrl(ctx: Ctx, { url }: { url: string }): string {
  const verdict = checkWebhookUrl(url, ctx.webhookPolicy);
  if (!verdict.ok) throw new BadRequest(verdict.reason, { field: "connectUrl" });
  return verdict.url;
}

/** Paths and queries of webhook URLs can hold a secret of the receiver: the audit log names the host alone. */
export const hostOf = (url: string | null): string | null => (url ? new URL(url).host : null);
