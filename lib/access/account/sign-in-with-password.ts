import { and, desc, eq, inArray } from "drizzle-orm";
import { pick } from "@/db/pick";
import { sessions, users } from "@/db/schema";
import { asUser, inTransaction } from "@/lib/platform/context";
import { AccountDeactivated, TwoFactorRequired, Unauthorized } from "@/lib/platform/errors";
import { newLinkToken } from "@/lib/platform/key-format";
import { enqueueMail, type NewMail, takeNewBrowserMail } from "@/lib/platform/mail/enqueue-mail";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "../sessions/describe-user-agent";
import { issueSession, type SessionClaims } from "../sessions/issue-session";
import { isActiveSession } from "../sessions/live-session";
import { ACCOUNT_LIMITS, looksLikeEmail } from "./account-input";
import { COMPANY_SIGN_IN } from "./company-sign-in";
import { findKnownDevice } from "./device-token";
import { hasFactor } from "./factors/list-factors";
import {
  auditFailedLogin,
  countFailedAttempts,
  knownBrowserBudgets,
  spendSignIn,
  unknownBrowserBudgets,
} from "./failed-logins";
import { verifyPassword } from "./password";
import { requireSignInMethod } from "./sign-in-method";

/**
 * Notifies a user of a sign-in from a browser that is new to their account.
 * @param last whether further mails pause after this one
 */
export function newBrowserMail(
  { baseUrl, clientIp, now, geoip }: Pick<Ctx, "baseUrl" | "clientIp" | "now" | "geoip">,
  { email, browser, last }: { email: string; browser: string; last?: boolean },
): NewMail {
  const at = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const place = geoip.of(clientIp);
  const from = clientIp && clientIp !== "unknown" ? `, from ${clientIp}${place ? ` (near ${place})` : ""}` : "";
  return {
    kind: "account.new_browser",
    to: email,
    content: {
      subject: "A new browser signed in to your account",
      paragraphs: [
        `${browser} signed in to your account on the Brand Identity Hub for the first time, on ${at}${from}.`,
        "If this was you, you’re all set. If it wasn’t, change your password to sign out every other browser, and remove any passkeys you don’t recognise.",
      ],
      notes: last
        ? [
            "Many new browsers have signed in recently. We won’t email you about more for 24 hours. Check them in your account.",
          ]
        : undefined,
      action: { label: "Review browsers", url: `${baseUrl}/account/security` },
    },
  };
}

interface BrowserSignIn {
  userId: string;
  userAgent: string | null;
  device?: string | null;
  /** A sign-in method, or two joined by "and". */
  by: string;
  strong?: boolean;
  /** Checks again, under the account's lock, that the authentication holds. */
  isStillValid?(inTx: Ctx): Promise<boolean>;
}

/** `proof` is the token for the re-authentication cookie. */
export interface OpenedSession {
  claims: SessionClaims;
  proof: string;
}

/** A further session ends the least recently used. */
const MAX_BROWSERS = 100;

async function endOldestBrowsers(ctx: Ctx, userId: string): Promise<number> {
  const excess = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, "browser"), isActiveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(MAX_BROWSERS);
  const ended = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now })
    .where(inArray(sessions.id, excess))
    .returning({ id: sessions.id });
  return ended.length;
}

/** A browser is new only if the account has been used before. */
async function readSignIn(ctx: Ctx, { userId, device }: BrowserSignIn) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  const { name = "", email = "", passwordHash = null } = user ?? {};
  const known = await findKnownDevice(ctx, { userId, passwordHash, device });
  const browser = known?.knowsCurrentPassword ? known.nonce : null;
  const isNew = !(browser && known?.signedIn) && (await ctx.db.$count(sessions, eq(sessions.userId, userId))) > 0;
  return { name, email, passwordHash, browser, isNew };
}

/** The factor must still exist, and an account with one needs it. */
async function requireStrength(ctx: Ctx, { userId, by, email, strong }: BrowserSignIn & { email: string }) {
  requireSignInMethod(ctx, { email, by });
  if (by === COMPANY_SIGN_IN) return;
  const withFactor = await hasFactor(ctx, { userId });
  if (withFactor && !strong) throw new TwoFactorRequired("This account");
  if (strong && !withFactor) throw new Unauthorized("The factor you used was just removed. Sign in again.");
}

/** `openBrowserSession` without the sign-in budget. Returns null if `isStillValid` fails. */
async function openSession(ctx: Ctx, signIn: BrowserSignIn): Promise<OpenedSession | null> {
  const { userId, userAgent, by, isStillValid } = signIn;
  const strong = signIn.strong === true || by === COMPANY_SIGN_IN;
  const { name, email, isNew } = await readSignIn(ctx, signIn);
  const required = { ...signIn, email, strong };
  // Once before spending the mail budget, and again under the lock.
  await requireStrength(ctx, required);
  const notice = isNew && ctx.mail.configured ? await takeNewBrowserMail(ctx, { to: email }) : null;
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  const claims = await inTransaction(ctx, async (inTx) => {
    await inTx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
    if (isStillValid && !(await isStillValid(inTx))) return null;
    await requireStrength(inTx, required);
    const source = { kind: "browser", proofHash } as const;
    const opened = await issueSession(inTx, { userId, source, userAgent, newBrowser: isNew, strong });
    const ended = await endOldestBrowsers(inTx, userId);
    const browser = describeUserAgent(userAgent);
    const diff: Record<string, [unknown, unknown]> = {
      by: [null, by],
      browser: [null, isNew ? `${browser}, for the first time` : browser],
      ...(ended > 0 && { "browsers ended, unused for longest": [null, ended] }),
    };
    await recordAccountAudit(asUser(inTx, userId), "account.signed_in", { id: userId, name }, diff);
    if (notice) await enqueueMail(inTx, newBrowserMail(inTx, { email, browser, ...notice }));
    return opened;
  });
  if (claims && notice) ctx.wakeTick();
  return claims && { claims, proof };
}

/**
 * Opens a browser session with its audit entry, and notifies the user of a new browser. The caller has authenticated
 * the user.
 * @throws AccountDeactivated, CompanySignInOnly, RateLimited, Unauthorized
 * @throws TwoFactorRequired for an account with a factor that was not given
 */
export async function openBrowserSession(ctx: Ctx, signIn: BrowserSignIn): Promise<OpenedSession> {
  const refund = await spendSignIn(ctx, { ...(await readSignIn(ctx, signIn)), by: signIn.by });
  try {
    const opened = await openSession(ctx, signIn);
    if (opened) return opened;
  } catch (error) {
    await refund();
    throw error;
  }
  await refund();
  throw new Unauthorized("This sign-in is no longer valid. Sign in again.");
}

export interface PasswordAttempt {
  email: string;
  password: string;
  device?: string | null;
}

export type PasswordSignIn =
  /** A session opens only while this hash is unchanged. */
  | { signedIn: true; user: { id: string; email: string; name: string; passwordHash: string } }
  /** Equal for an unknown email and a wrong password, to reveal no account. */
  | { signedIn: false };

async function findUser({ db }: Ctx, email: string) {
  if (!looksLikeEmail(email)) return undefined;
  const [user] = await db
    .select(pick(users, "id", "email", "name", "passwordHash", "deactivatedAt"))
    .from(users)
    .where(eq(users.email, email));
  return user;
}

/**
 * Signs in with email and password. Failures count for a known browser alone, or else for its network and the account.
 * So nobody can lock out a person's own browsers (docs/decisions/access.md, Failed sign-ins).
 * @throws CompanySignInOnly by domain, AccountDeactivated for the correct password
 * @throws TooManyAttempts, with or without an account; RateLimited
 */
export async function signInWithPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<PasswordSignIn> {
  // No real password is this long, so it needs no counting.
  if (attempt.password.length > ACCOUNT_LIMITS.passwordAtMost) return { signedIn: false };
  const email = attempt.email.trim().toLowerCase();
  requireSignInMethod(ctx, { email, by: "password" });
  const user = await findUser(ctx, email);
  const passwordHash = user?.passwordHash ?? null;
  const device = user && (await findKnownDevice(ctx, { userId: user.id, passwordHash, device: attempt.device }));
  const known = device?.knowsCurrentPassword ?? false;
  const budgets = device && known ? knownBrowserBudgets(email, device.nonce) : unknownBrowserBudgets(ctx, email);
  const browser = known ? (device?.nonce ?? null) : null;
  const verify = async () => {
    const refund = await spendSignIn(ctx, { email, passwordHash, browser, by: "password" });
    const matches = await verifyPassword(attempt.password, passwordHash, { known, userId: user?.id }).catch(
      async (error) => {
        await refund();
        throw error;
      },
    );
    if (!matches) await refund();
    if (!matches || !user || !passwordHash) return null;
    const { deactivatedAt, ...verified } = user;
    return { deactivated: deactivatedAt !== null, user: { ...verified, passwordHash } };
  };
  const result = await countFailedAttempts(ctx, { budgets, user: user ?? null, verify });
  if (result?.deactivated) throw new AccountDeactivated();
  if (result) return { signedIn: true, user: result.user };
  auditFailedLogin(ctx, { action: "account.sign_in_failed", user: user ?? null });
  return { signedIn: false };
}

/**
 * Opens the session of a user whose password was just verified, or returns null if it changed since. The lock makes a
 * concurrent change wait and then end this session too.
 */
export async function openPasswordSession(
  ctx: Ctx,
  { passwordHash, ...signIn }: Omit<BrowserSignIn, "by"> & { passwordHash: string },
): Promise<OpenedSession | null> {
  const { userId } = signIn;
  const isStillValid = async ({ db }: Ctx) =>
    (await db.$count(users, and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))) > 0;
  return openSession(ctx, { ...signIn, by: "password", isStillValid });
}
