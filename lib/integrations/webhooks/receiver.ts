import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { slowReceivers } from "@/db/schema";
import type { ToolStatus } from "@/lib/contract";
import type { Ctx } from "../context";
import { readSigningSecrets, type SigningSecrets } from "../tool-credentials/signing-secrets";
import type { HoldReason } from "./endpoint-view";
import type { SendResult } from "./send-result";

/** Where deliveries of a tool go: its subscriptions may lead to different hosts, of which one may hang while the others answer. */
export interface Receiver {
  toolSlug: string;
  /** With its port, as in the webhook URL. */
  host: string;
}

/** The host of a webhook URL, by the one definition that every statement goes by. */
export const hostOf = (webhookUrl: ReturnType<typeof sql>) => sql`split_part(${webhookUrl}, '/', 3)`;

/** After so many attempts in a row that ran out of time a receiver cools down: one delivery at a time, to see whether it answers again. */
export const COOLS_DOWN_AFTER = 5;
/** From the end of one such delivery to the next. */
export const COOL_DOWN_MS = 30_000;
/** What was sent to nobody for so long is forgotten: its subscriptions are off or gone. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 60 * 60_000;

export const isTimeout = ({ errorClass }: Pick<SendResult, "errorClass">): boolean =>
  errorClass === "timeout" || errorClass === "connect_timeout";

/** Notes how long a receiver took: any answer, also a refusal, ends the run of those that ran out of time. The last statement of its transaction. */
export async function noteAnswer(
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

/** Sends to the receivers of subscriptions again as if they had always answered, since somebody who may have mended them asks for that. */
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

/** Forgets receivers that nothing was sent to for a week. */
export async function forgetSlowReceivers({ db, now }: Ctx): Promise<void> {
  await db.delete(slowReceivers).where(lt(slowReceivers.probeAt, new Date(now.getTime() - FORGOTTEN_AFTER_MS)));
}

/**
 * Says why nothing is sent to a tool, or null when it is sent to.
 *
 * A tool without a webhook secret is never sent to (docs/decisions/integrations.md, Webhooks). Nor is a disabled one: its child token gets
 * 403, so it could not read what it is notified of; its deliveries wait, and go out once it is back.
 */
export function holdReason(secrets: SigningSecrets, tool: { slug: string; status: ToolStatus }): HoldReason | null {
  if (tool.status === "disabled") return "tool_disabled";
  if (secrets.of(tool.slug).length > 0) return null;
  return secrets.isUnreadable(tool.slug) ? "secret_unreadable" : "no_secret";
}

/** Reads, for tools of any number, why nothing is sent to each at this moment. One query. For verbs, which have asked who may know. */
export async function readHolds(
  ctx: Pick<Ctx, "db" | "now" | "secrets">,
): Promise<(tool: { slug: string; status: ToolStatus }) => HoldReason | null> {
  const secrets = await readSigningSecrets(ctx);
  return (tool) => holdReason(secrets, tool);
}
