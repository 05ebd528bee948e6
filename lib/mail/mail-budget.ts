import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/kernel/context";
import type { LimitRule } from "@/lib/limits";
import { networkOf } from "@/lib/limits/server";

const HOUR_MS = 60 * 60_000;
/** Enough for whoever loses a mail twice; too few to fill somebody's box. */
const PER_EMAIL: LimitRule = { limit: 5, windowMs: HOUR_MS };
const PER_EMAIL_AND_DAY: LimitRule = { limit: 15, windowMs: 24 * HOUR_MS };
/** Enough to invite a team, or for an office behind one client IP. */
const PER_REQUESTER: LimitRule = { limit: 50, windowMs: HOUR_MS };

function requesterOf({ actor, clientIp }: Ctx): string | null {
  if (actor.kind === "user") return `user:${actor.userId}`;
  return clientIp === null || clientIp === "unknown" ? null : `ip:${networkOf(clientIp)}`;
}

/**
 * True while one more mail may be caused to this email by whoever acts, and counts it: so nobody fills somebody else's box. For mails that
 * anybody can cause; what tells a person of a change to their own account is never held back by it. Ask before the transaction.
 */
export async function takeMailBudget(ctx: Ctx, { to }: { to: string }): Promise<boolean> {
  const requester = requesterOf(ctx);
  const digest = createHash("sha256").update(to).digest("hex");
  const rules: [string, LimitRule][] = [
    ...(requester ? [[`mail:from:${requester}`, PER_REQUESTER] satisfies [string, LimitRule]] : []),
    [`mail:to:hour:${digest}`, PER_EMAIL],
    [`mail:to:day:${digest}`, PER_EMAIL_AND_DAY],
  ];
  for (const [key, rule] of rules) if (!(await ctx.limits.take(key, rule)).allowed) return false;
  return true;
}
