import { and, eq } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { type Ctx, requireUser, type SignedInActor } from "@/lib/kernel/context";
import { BadRequest, NotFound } from "@/lib/kernel/errors";
import { renewProof } from "@/lib/sessions/server";
import { PROOF_METHODS, type ProofKind } from "./proof-methods";
import type { ProviderIdentity } from "./sign-in-with-provider";

/** How a person can prove again who they are. */
export interface ProofOffers {
  kinds: ProofKind[];
  /** Ids of the providers that the account is linked to, whether or not the hub still has them configured. */
  providers: string[];
}

const KINDS = Object.keys(PROOF_METHODS) as ProofKind[];

/** How the acting user can prove again who they are. @throws NotFound when the account is gone */
export async function listProofOffers(ctx: Ctx): Promise<ProofOffers> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db
    .select({ userId: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  const offered = await Promise.all(KINDS.map((kind) => PROOF_METHODS[kind].isOffered(ctx, user)));
  const linked = await ctx.db.select({ provider: accounts.provider }).from(accounts).where(eq(accounts.userId, userId));
  return {
    kinds: KINDS.filter((_, index) => offered[index]),
    providers: [...new Set(linked.map(({ provider }) => provider))],
  };
}

/**
 * Proves in the hub itself that the acting user is who they are, for the next 15 minutes of their session, and gives what their browser is
 * to bring as its proof.
 * @throws BadRequest with the field at fault, RateLimited after too many tries
 * @throws Unauthorized when the session ended meanwhile
 */
export async function proveIdentity(
  ctx: Ctx<SignedInActor>,
  { kind, answer }: { kind: string; answer: Readonly<Record<string, string>> },
): Promise<string> {
  requireUser(ctx);
  const known = KINDS.find((one) => one === kind);
  if (!known) throw new BadRequest("There is no such way to prove who you are.");
  await PROOF_METHODS[known].check(ctx, answer);
  return renewProof(ctx);
}

/**
 * Proves the same by a sign-in at a provider that the account is linked to; null for anybody else's identity there. Links and makes
 * nothing: a proof is no first sign-in. @throws Unauthorized when the session ended meanwhile
 */
export async function proveWithProvider(
  ctx: Ctx<SignedInActor>,
  { provider, providerAccountId }: Pick<ProviderIdentity, "provider" | "providerAccountId">,
): Promise<string | null> {
  const { userId } = requireUser(ctx);
  const identity = and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId));
  const [own] = await ctx.db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(identity, eq(accounts.userId, userId)));
  return own ? renewProof(ctx) : null;
}
