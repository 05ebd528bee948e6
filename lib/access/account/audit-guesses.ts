import { type Actor, inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";

const HOUR_MS = 60 * 60_000;

/** Which of an hour's failures have an entry of their own; each says how many there were. So a flood writes three. */
const MARKS = [1, 10, 100] as const;
const MOST = 100;

type Guess = {
  action:
    | "account.sign_in_failed"
    | "account.sign_in_throttled"
    | "account.second_step_asked"
    | "account.proof_failed"
    | "account.second_step_failed";
  /** Null for an email that no account has: it is not written down, since people type passwords there. */
  user: { id: string; name: string } | null;
};

/** Who has proved nothing cannot be named. */
const actorOf = ({ actor }: Ctx): Actor => (actor.kind === "anonymous" ? { kind: "system", name: "sign-in" } : actor);

async function writeGuess(ctx: Ctx, { action, user }: Guess): Promise<void> {
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
    log.warn({ err: error }, "a failed sign-in could not be audited");
  }
}

/** What is being written; `globalThis`, because Next gives routes and actions each their own copy of a module. */
const holder = globalThis as typeof globalThis & { hubGuessesBeingAudited?: Set<Promise<void>> };
holder.hubGuessesBeingAudited ??= new Set();
const beingWritten = holder.hubGuessesBeingAudited;

/**
 * Notes a wrong password or code, one that was not heard, or a right password that a second step has to follow, in the audit log: the first of an hour for each account, the tenth and the
 * hundredth. In the background, since only some answers would wait for it, and tell by their time which emails are known. It is
 * never the reason for another answer: a failure to write is logged.
 */
export function auditGuess(ctx: Ctx, guess: Guess): void {
  const write = writeGuess(ctx, guess).finally(() => beingWritten.delete(write));
  beingWritten.add(write);
}

/** Done once all that was noted is written, or logged as not. Never rejects. */
export async function settleGuesses(): Promise<void> {
  await Promise.all(beingWritten);
}
