import { and, eq } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { inTransaction, requireUser, type SignedInActor } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { unixSeconds } from "@/lib/platform/hs256";
import type { Ctx } from "../context";
import { holdSession, recordReauthentication } from "../sessions/live-session";
import { ACCOUNT_LIMITS } from "./account-input";
import { COMPANY_SIGN_IN } from "./company-sign-in";
import { factorKindsOf, hasFactor } from "./factors/list-factors";
import { verifyFactorCode } from "./factors/verify-factor-code";
import { createPasskeyChallenge, type PasskeyChallenge, verifyPasskey } from "./factors/verify-passkey";
import { auditFailedLogin, countFailedAttempts, sessionBudgets } from "./failed-logins";
import { ownRow } from "./own-account";
import { verifyPassword } from "./password";
import { companyDomainOf, requireSignInMethod, signInMethodOf } from "./sign-in-method";
import type { ProviderIdentity } from "./sign-in-with-provider";

const WRONG = "That isn’t your current password.";

interface PasswordInput {
  password: string;
  field?: string;
}

/**
 * Verifies the acting user's password. Wrong ones count against the session. Returns the hash, to check later that it
 * is unchanged.
 * @throws BadRequest with the field, TooManyAttempts
 */
export async function verifyCurrentPassword(ctx: Ctx, input: PasswordInput): Promise<{ passwordHash: string }> {
  const actor = requireUser(ctx);
  const { password, field = "current" } = input;
  const user = await ownRow(ctx);
  const { passwordHash } = user;
  if (passwordHash === null) throw new BadRequest("This account has no password.", { field });
  // No real password is this long, so it needs no counting.
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) throw new BadRequest(WRONG, { field });
  const budgets = sessionBudgets(actor.session?.sid ?? actor.userId);
  const verify = async () => (await verifyPassword(password, passwordHash, { known: true, userId: user.id })) || null;
  if (await countFailedAttempts(ctx, { budgets, user, verify })) return { passwordHash };
  auditFailedLogin(ctx, { action: "account.proof_failed", user });
  throw new BadRequest(WRONG, { field });
}

interface Method {
  /** Whether it proves more than knowing the password. */
  strong: boolean;
  isOffered(ctx: Ctx, account: { userId: string; passwordHash: string | null }): boolean | Promise<boolean>;
  /** @throws BadRequest with the field, RateLimited */
  check(ctx: Ctx, answer: Readonly<Record<string, string>>): Promise<unknown>;
}

/**
 * In the order to offer them. Each needs a form in `components/reauth`. Providers answer through next-auth
 * (`reauthenticateWithProvider`).
 */
const METHODS = {
  passkey: {
    strong: true,
    isOffered: async (ctx, account) => (await factorKindsOf(ctx, account)).passkey,
    check: (ctx, { passkey = "", challenge }) =>
      verifyPasskey(ctx, { purpose: "prove", userId: requireUser(ctx).userId, answer: passkey, challenge }),
  },
  /** Passkey-only accounts have recovery codes too. */
  code: {
    strong: true,
    isOffered: hasFactor,
    check: (ctx, { code = "" }) => {
      const { userId, session } = requireUser(ctx);
      return verifyFactorCode(ctx, { userId, code, browser: session?.sid ?? userId });
    },
  },
  /** With a factor, a stolen password must not be enough. */
  password: {
    strong: false,
    isOffered: async (ctx, account) => account.passwordHash !== null && !(await hasFactor(ctx, account)),
    check: (ctx, { password = "" }) => verifyCurrentPassword(ctx, { password, field: "password" }),
  },
} satisfies Record<string, Method>;

export type ReauthMethod = keyof typeof METHODS;

export type ReauthOptions = Awaited<ReturnType<typeof listReauthOptions>>;

/** The time to return from the provider. */
const MAX_PROVIDER_AGE_SECONDS = 5 * 60;

/** 403: an old session at the provider does not show who is there now. */
export class StaleReauthentication extends Forbidden {
  constructor() {
    super("The provider didn’t ask for your credentials. Sign out there, then try again.");
  }
}

const METHOD_NAMES = Object.keys(METHODS) as ReauthMethod[];

const NOT_OFFERED = "Your account can’t confirm your identity this way. Choose another way.";

/** @throws NotFound when the account is gone */
export async function listReauthOptions(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const user = { ...(await ownRow(ctx)), userId };
  const ofCompany = companyDomainOf(ctx, user.email) !== null;
  const isAllowed = (method: string) => !ofCompany || method === COMPANY_SIGN_IN;
  const offered = await Promise.all(METHOD_NAMES.map((kind) => METHODS[kind].isOffered(ctx, user)));
  const linked = await ctx.db.select({ provider: accounts.provider }).from(accounts).where(eq(accounts.userId, userId));
  // Even if this hub no longer has them configured.
  const providers = [...new Set(linked.map(({ provider }) => provider))];
  const withFactor = await hasFactor(ctx, user);
  return {
    kinds: METHOD_NAMES.filter((_, index) => offered[index]).filter(isAllowed),
    providers: providers.filter((provider) => {
      const method = signInMethodOf(ctx, provider);
      // With a factor, taking over a provider account must not be enough.
      return isAllowed(method) && (!withFactor || method === COMPANY_SIGN_IN);
    }),
  };
}

export async function createReauthChallenge(ctx: Ctx): Promise<PasskeyChallenge> {
  const { userId } = requireUser(ctx);
  return createPasskeyChallenge(ctx, { purpose: "prove", userId });
}

/** The account may have gained its first factor or lost its last one since. */
async function recordWhileOffered(
  ctx: Ctx<SignedInActor>,
  { isOffered, strong }: { isOffered: (options: ReauthOptions) => boolean; strong: boolean },
): Promise<string> {
  return inTransaction(ctx, async (inTx) => {
    await holdSession(inTx);
    if (!isOffered(await listReauthOptions(inTx))) throw new BadRequest(NOT_OFFERED);
    return recordReauthentication(inTx, { strong });
  });
}

/**
 * Re-authenticates the acting user for 15 minutes in this session. Returns the token for the browser's cookie.
 * @throws BadRequest with the field, RateLimited, CompanySignInOnly, or Unauthorized if the session has ended
 */
export async function reauthenticate(
  ctx: Ctx<SignedInActor>,
  { kind, answer }: { kind: string; answer: Readonly<Record<string, string>> },
): Promise<string> {
  requireUser(ctx);
  const { email } = await ownRow(ctx);
  const requested = METHOD_NAMES.find((name) => name === kind);
  if (requested) requireSignInMethod(ctx, { email, by: requested });
  const method = (await listReauthOptions(ctx)).kinds.find((name) => name === requested);
  if (!method) throw new BadRequest(NOT_OFFERED);
  const { check, strong } = METHODS[method];
  await check(ctx, answer);
  return recordWhileOffered(ctx, { isOffered: ({ kinds }) => kinds.includes(method), strong });
}

/**
 * Re-authenticates with a linked provider; never links or creates an account. Returns null for someone else's identity,
 * and for accounts with a factor, except with the company's provider.
 * @throws StaleReauthentication, CompanySignInOnly, or Unauthorized if the session has ended
 */
export async function reauthenticateWithProvider(
  ctx: Ctx<SignedInActor>,
  { provider, providerAccountId, authenticatedAtSeconds = null }: Omit<ProviderIdentity, "verifiedEmail" | "name">,
): Promise<string | null> {
  const { userId } = requireUser(ctx);
  const identity = and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId));
  const [own] = await ctx.db
    .select({ email: users.email })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(identity, eq(accounts.userId, userId)));
  if (!own) return null;
  const by = signInMethodOf(ctx, provider);
  requireSignInMethod(ctx, { email: own.email, by });
  if (!(await listReauthOptions(ctx)).providers.includes(provider)) return null;
  if (authenticatedAtSeconds !== null && unixSeconds(ctx.now) - authenticatedAtSeconds > MAX_PROVIDER_AGE_SECONDS)
    throw new StaleReauthentication();
  return recordWhileOffered(ctx, {
    isOffered: ({ providers }) => providers.includes(provider),
    strong: by === COMPANY_SIGN_IN,
  });
}
