import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import type { Lease } from "@/lib/limits";
import type { NewSession } from "@/lib/sessions";
import { issueSession, type SessionClaims } from "@/lib/sessions/server";
import { verifyPassword } from "./password";

/** Failed attempts count for this long. */
const FAILURE_WINDOW_MS = 5 * 60_000;
const FAILURES_PER_EMAIL = 10;
/** Higher: an office may share one client IP. */
const FAILURES_PER_IP = 30;

export interface PasswordAttempt {
  email: string;
  password: string;
}

export type PasswordSignIn =
  /** The hash is what was proved: a session is opened only while it still stands. */
  | { signedIn: true; user: { id: string; email: string; name: string; passwordHash: string } }
  /** Unknown email and wrong password are one answer: it must not tell who has an account. */
  | { signedIn: false; reason: "wrong" | "throttled" };

function budgets({ clientIp }: Ctx, email: string): { key: string; max: number }[] {
  const digest = createHash("sha256").update(email).digest("hex");
  const byEmail = { key: `sign-in:email:${digest}`, max: FAILURES_PER_EMAIL };
  // "unknown" is nobody's and has no budget.
  if (clientIp === null || clientIp === "unknown") return [byEmail];
  return [byEmail, { key: `sign-in:ip:${clientIp}`, max: FAILURES_PER_IP }];
}

/**
 * Signs a user in by e-mail and password. Only failures count, 10 per e-mail and 30 per client IP in 5 minutes, exactly, also
 * for attempts made at once: each holds a slot while it runs, success gives it back, and failure keeps it until it lapses.
 * Anybody may try: this is how somebody proves who they are.
 */
export async function signInWithPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<PasswordSignIn> {
  const { db, limits } = ctx;
  const email = attempt.email.trim().toLowerCase();
  const held: { key: string; lease: Lease }[] = [];
  const giveBack = () => Promise.all(held.map(({ key, lease }) => limits.leave(key, lease.token)));
  for (const { key, max } of budgets(ctx, email)) {
    const lease = await limits.enter(key, max, FAILURE_WINDOW_MS);
    if (!lease) {
      await giveBack();
      return { signedIn: false, reason: "throttled" };
    }
    held.push({ key, lease });
  }
  try {
    const [user] = await db
      .select({ id: users.id, email: users.email, name: users.name, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.email, email));
    const passwordHash = user?.passwordHash ?? null;
    const proven = await verifyPassword(attempt.password, passwordHash);
    if (!proven || !user || !passwordHash) return { signedIn: false, reason: "wrong" };
    await giveBack();
    return { signedIn: true, user: { ...user, passwordHash } };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Opens the session of a user who has just proved the password behind `passwordHash`, or gives null when it was changed or
 * cleared since: the row's lock makes whoever changes it wait and then end this session too. The hash is the proof.
 */
export async function openPasswordSession(
  ctx: Ctx,
  { passwordHash, ...opening }: NewSession & { passwordHash: string },
): Promise<SessionClaims | null> {
  return ctx.db.transaction(async (tx) => {
    const [proven] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, opening.userId), eq(users.passwordHash, passwordHash)))
      .for("share");
    return proven ? issueSession({ ...ctx, db: tx }, opening) : null;
  });
}
