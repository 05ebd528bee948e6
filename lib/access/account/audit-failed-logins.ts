import { type Actor, inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";

const HOUR_MS = 60 * 60_000;

/** Failures per hour that get an audit entry. A flood writes three. */
const MARKS = [1, 10, 100] as const;
const MOST = 100;

export interface FailedLogin {
  action:
    | "account.sign_in_failed"
    | "account.sign_in_throttled"
    | "account.second_step_asked"
    | "account.proof_failed"
    | "account.second_step_failed";
  /** Null for an unknown email, which is never stored: people type passwords into that field. */
  user: { id: string; name: string } | null;
}

const actorOf = ({ actor }: Ctx): Actor => (actor.kind === "anonymous" ? { kind: "system", name: "sign-in" } : actor);

async function writeFailedLogin(ctx: Ctx, { action, user }: FailedLogin): Promise<void> {
  const target = user
    ? { kind: "user", id: user.id, label: user.name }
    : { kind: "user", id: "unknown", label: "an email without an account" };
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS);
  try {
    const counted = await ctx.limits.take(`audit:${action}:${target.id}:${hour}`, { limit: MOST, windowMs: HOUR_MS });
    const times = MARKS.find((mark) => counted.allowed && mark === MOST - counted.remaining);
    if (times === undefined) return;
    const diff: Record<string, [unknown, unknown]> = { "times in this hour": [null, times] };
    await inTransaction({ ...ctx, actor: actorOf(ctx) }, (tx) =>
      recordAudit(tx, { brandId: null, action, target, diff }),
    );
  } catch (error) {
    log.warn({ err: error }, "failed login not audited");
  }
}

/** Next gives routes and actions separate copies of this module. */
const holder = globalThis as typeof globalThis & { hubPendingLoginAudits?: Set<Promise<void>> };
holder.hubPendingLoginAudits ??= new Set();
const pending = holder.hubPendingLoginAudits;

/**
 * Audits the 1st, 10th and 100th event per hour and account: a wrong password or code, a throttled attempt, or a
 * password that still needs a second factor. Runs in the background, because waiting would reveal by timing which
 * emails exist. Failures are only logged.
 */
export function auditFailedLogin(ctx: Ctx, failure: FailedLogin): void {
  const write = writeFailedLogin(ctx, failure).finally(() => pending.delete(write));
  pending.add(write);
}

/** Resolves once all pending entries are written or logged as failed. Never rejects. */
export async function settleFailedLoginAudits(): Promise<void> {
  await Promise.all(pending);
}
