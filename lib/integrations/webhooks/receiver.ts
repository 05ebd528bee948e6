import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { slowReceivers } from "@/db/schema";
import type { ToolStatus } from "@/lib/contract";
import type { Ctx } from "../context";
import { readSigningSecrets, type SigningSecrets } from "../tool-credentials/list-tool-credentials";
import type { PauseReason } from "./endpoint-view";
import type { SendResult } from "./send-result";

/** A tool's subscriptions can use several hosts, and one of them may hang. */
export interface Receiver {
  toolSlug: string;
  /** With the port. */
  host: string;
}

export const hostOf = (webhookUrl: ReturnType<typeof sql>) => sql`split_part(${webhookUrl}, '/', 3)`;

/** After these many timeouts in a row, only one delivery at a time until it answers. */
export const COOL_DOWN_AFTER = 5;
export const COOL_DOWN_MS = 30_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;

export const isTimeout = ({ errorClass }: Pick<SendResult, "errorClass">): boolean =>
  errorClass === "timeout" || errorClass === "connect_timeout";

/** A timeout counts; any other answer, even an error status, resets. The last statement of its transaction. */
export async function recordAnswer(
  { db, now }: Ctx,
  { toolSlug, host, result, wasSlow }: Receiver & { result: SendResult; wasSlow: boolean },
): Promise<void> {
  if (isTimeout(result)) {
    const probeAt = new Date(now.getTime() + COOL_DOWN_MS);
    await db
      .insert(slowReceivers)
      .values({ toolSlug, host, timeouts: 1, probeAt })
      .onConflictDoUpdate({
        target: [slowReceivers.toolSlug, slowReceivers.host],
        set: { timeouts: sql`${slowReceivers.timeouts} + 1`, probeAt },
      });
  } else if (wasSlow) {
    await db.delete(slowReceivers).where(and(eq(slowReceivers.toolSlug, toolSlug), eq(slowReceivers.host, host)));
  }
}

/** Ends the cool-down, since the person asking may have fixed the receiver. */
export async function endCoolDown(
  { db }: Ctx,
  of: { brandId: string | readonly string[]; toolSlug: string },
): Promise<void> {
  const ids = typeof of.brandId === "string" ? [of.brandId] : [...of.brandId];
  await db.execute(sql`
    delete from slow_receivers r using subscriptions s
    where ${inArray(sql`s.brand_id`, ids)} and s.tool_slug = ${of.toolSlug}
      and r.tool_slug = s.tool_slug and r.host = ${hostOf(sql`s.webhook_url`)}`);
}

export async function forgetSlowReceivers({ db, now }: Ctx): Promise<void> {
  await db.delete(slowReceivers).where(lt(slowReceivers.probeAt, new Date(now.getTime() - KEPT_MS)));
}

/**
 * Why nothing is sent to a tool, or null.
 *
 * A tool needs a webhook secret (docs/decisions/integrations.md, Webhooks). A disabled tool's token gets 403, so it
 * couldn't read the change; its deliveries wait.
 */
export function pauseReason(secrets: SigningSecrets, tool: { slug: string; status: ToolStatus }): PauseReason | null {
  if (tool.status === "disabled") return "tool_disabled";
  if (secrets.of(tool.slug).length > 0) return null;
  return secrets.isUnreadable(tool.slug) ? "secret_unreadable" : "no_secret";
}

/** Returns the pause reason of any tool, after one query. Check permissions first. */
export async function readPauses(
  ctx: Pick<Ctx, "db" | "now" | "secrets">,
): Promise<(tool: { slug: string; status: ToolStatus }) => PauseReason | null> {
  const secrets = await readSigningSecrets(ctx);
  return (tool) => pauseReason(secrets, tool);
}
