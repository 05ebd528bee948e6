import { and, eq } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { inTransaction, requireUser, type SignedInActor } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { unixSeconds } from "@/lib/platform/hs256";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/hold-session";
import { renewProof } from "../sessions/strength";
import { ACCOUNT_LIMITS } from "./account-input";
import { auditGuess } from "./audit-guesses";
import { ownRow } from "./change-email";
import { COMPANY_SIGN_IN } from "./company-sign-in";
import { factorKindsOf, hasFactor } from "./factors/list-factors";
import { proveCode } from "./factors/prove-code";
import { type AskedPasskey, askForPasskey, verifyPasskey } from "./factors/verify-passkey";
import { countingGuesses, sessionBudgets, TooManyGuesses } from "./guesses";
import { verifyPassword } from "./password";
import { companyDomainOf, requireWayIn, wayOf } from "./require-way-in";
import type { ProviderIdentity } from "./sign-in-with-provider";

const WRONG = "That is not your present password.";

interface PasswordProof {
  password: string;
  /** The form's field that a refusal names; `current` when left out. */
  field?: string;
}

/**
 * Proves that the acting user knows their own password, under limits: wrong ones count on their session, and are audited. The hash is
 * what was proved, for whoever changes something on condition that it still stands.
 * @throws BadRequest (`field`) for a wrong password, and for an account that has none
 * @throws TooManyGuesses when this session has guessed too often
 */
export async function provePassword(ctx: Ctx, input: PasswordProof): Promise<{ passwordHash: string }> {
  const actor = requireUser(ctx);
  const { password, field = "current" } = input;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.userId));
  if (!user) throw new NotFound("This account is gone.");
  const { passwordHash } = user;
  if (passwordHash === null) throw new BadRequest("This account has no password.", { field });
  // Nobody's password is longer: there is nothing to guess, so nothing to count.
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) throw new BadRequest(WRONG, { field });
  const budgets = sessionBudgets(actor.session?.sid ?? actor.userId);
  const prove = async () => (await verifyPassword(password, passwordHash, { known: true, who: user.id })) || null;
  const proved = await countingGuesses(ctx, budgets, prove).catch((error) => {
    if (error instanceof TooManyGuesses) auditGuess(ctx, { action: "account.sign_in_throttled", user });
    throw error;
  });
  if (proved) return { passwordHash };
  auditGuess(ctx, { action: "account.proof_failed", user });
  throw new BadRequest(WRONG, { field });
}

/** What an account has to prove itself with. */
interface Provable {
  userId: string;
  passwordHash: string | null;
}

/** A way in which a person proves in the hub itself, anew, who they are. */
interface ProofMethod {
  /** True where it proves more than that somebody knows the password: it makes the session a strong one. */
  strong: boolean;
  /** Whether this account can use it. */
  isOffered(ctx: Ctx, account: Provable): boolean | Promise<boolean>;
  /** Checks what the person gave, under limits. @throws BadRequest with the field at fault, RateLimited */
  check(ctx: Ctx, answer: Readonly<Record<string, string>>): Promise<unknown>;
}

/**
 * Every way to prove in the hub itself who one is, the one to offer first first. A new one is added here, and its form in
 * `components/proof`. Signing in anew at a provider is none of them: its answer comes by next-auth (`proveWithProvider`).
 */
const PROOF_METHODS = {
  passkey: {
    strong: true,
    isOffered: async (ctx, account) => (await factorKindsOf(ctx, account)).passkey,
    check: (ctx, { passkey = "", challenge }) =>
      verifyPasskey(ctx, { purpose: "prove", userId: requireUser(ctx).userId, answer: passkey, challenge }),
  },
  /** Of the authenticator app, or a recovery code: who has neither app nor passkey has no such codes. */
  code: {
    strong: true,
    isOffered: hasFactor,
    check: (ctx, { code = "" }) => {
      const { userId, session } = requireUser(ctx);
      return proveCode(ctx, { userId, code, browser: session?.sid ?? userId });
    },
  },
  /** A stolen one must not do where the account has more than it. */
  password: {
    strong: false,
    isOffered: async (ctx, account) => account.passwordHash !== null && !(await hasFactor(ctx, account)),
    check: (ctx, { password = "" }) => provePassword(ctx, { password, field: "password" }),
  },
} satisfies Record<string, ProofMethod>;

export type ProofKind = keyof typeof PROOF_METHODS;

/** How a person can prove again who they are. */
export interface ProofOffers {
  kinds: ProofKind[];
  /** Ids of the providers that the account is linked to, whether or not the hub still has them configured. */
  providers: string[];
}

/** How long ago a provider may have asked: somebody still has to come back from there. */
const ASKED_WITHIN_SECONDS = 5 * 60;

/** 403: the provider let somebody through whom it had asked long ago, which proves nothing of who sits there now. */
export class ProvedLongAgo extends Forbidden {
  constructor() {
    super("You were let through there without being asked who you are. Sign out there, then try again.");
  }
}

const KINDS = Object.keys(PROOF_METHODS) as ProofKind[];

const OFFERED_NO_MORE = "Your account cannot prove who you are in this way.";

/** How the acting user can prove again who they are. @throws NotFound when the account is gone */
export async function listProofOffers(ctx: Ctx): Promise<ProofOffers> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db
    .select({ userId: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  const ofCompany = companyDomainOf(ctx, user.email) !== null;
  const serves = (way: string) => !ofCompany || way === COMPANY_SIGN_IN;
  const offered = await Promise.all(KINDS.map((kind) => PROOF_METHODS[kind].isOffered(ctx, user)));
  const linked = await ctx.db.select({ provider: accounts.provider }).from(accounts).where(eq(accounts.userId, userId));
  const providers = [...new Set(linked.map(({ provider }) => provider))];
  const guarded = await hasFactor(ctx, user);
  return {
    kinds: KINDS.filter((_, index) => offered[index]).filter(serves),
    providers: providers.filter((provider) => {
      const way = wayOf(ctx, provider);
      // One taken over there proves nothing here, where the account asks for a factor.
      return serves(way) && (!guarded || way === COMPANY_SIGN_IN);
    }),
  };
}

/** Asks the acting user's browser for a passkey of theirs, to prove again who they are. */
export async function askForPasskeyProof(ctx: Ctx): Promise<AskedPasskey> {
  const { userId } = requireUser(ctx);
  return askForPasskey(ctx, { purpose: "prove", userId });
}

/** Renews the proof if it still is one: a first factor that came while it was checked leaves none to less, and a last one that went leaves none to it. */
async function renewWhileOffered(
  ctx: Ctx<SignedInActor>,
  { isOffered, strong }: { isOffered: (offers: ProofOffers) => boolean; strong: boolean },
): Promise<string> {
  return inTransaction(ctx, async (inTx) => {
    await holdSession(inTx);
    if (!isOffered(await listProofOffers(inTx))) throw new BadRequest(OFFERED_NO_MORE);
    return renewProof(inTx, { strong });
  });
}

/**
 * Proves in the hub itself that the acting user is who they are, for the next 15 minutes of their session, and gives what their browser is
 * to bring as its proof.
 * @throws BadRequest with the field at fault, RateLimited after too many tries
 * @throws CompanySignInOnly where the company's provider is the only proof
 * @throws Unauthorized when the session ended meanwhile
 */
export async function proveIdentity(
  ctx: Ctx<SignedInActor>,
  { kind, answer }: { kind: string; answer: Readonly<Record<string, string>> },
): Promise<string> {
  requireUser(ctx);
  const { email } = await ownRow(ctx);
  const asked = KINDS.find((one) => one === kind);
  if (asked) requireWayIn(ctx, { email, by: asked });
  const known = (await listProofOffers(ctx)).kinds.find((one) => one === asked);
  if (!known) throw new BadRequest(OFFERED_NO_MORE);
  const { check, strong } = PROOF_METHODS[known];
  await check(ctx, answer);
  return renewWhileOffered(ctx, { isOffered: ({ kinds }) => kinds.includes(known), strong });
}

/**
 * Proves the same by a sign-in at a provider that the account is linked to; null for anybody else's identity there, and where the account
 * has a factor, unless it is the company's. Links and makes nothing: a proof is no first sign-in.
 * @throws ProvedLongAgo when the provider says that it asked the person long ago, CompanySignInOnly
 * @throws Unauthorized when the session ended meanwhile
 */
export async function proveWithProvider(
  ctx: Ctx<SignedInActor>,
  { provider, providerAccountId, provedAtSeconds = null }: Omit<ProviderIdentity, "verifiedEmail" | "name">,
): Promise<string | null> {
  const { userId } = requireUser(ctx);
  const identity = and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId));
  const [own] = await ctx.db
    .select({ email: users.email })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(identity, eq(accounts.userId, userId)));
  if (!own) return null;
  const by = wayOf(ctx, provider);
  requireWayIn(ctx, { email: own.email, by });
  if (!(await listProofOffers(ctx)).providers.includes(provider)) return null;
  if (provedAtSeconds !== null && unixSeconds(ctx.now) - provedAtSeconds > ASKED_WITHIN_SECONDS)
    throw new ProvedLongAgo();
  return renewWhileOffered(ctx, {
    isOffered: ({ providers }) => providers.includes(provider),
    strong: by === COMPANY_SIGN_IN,
  });
}
