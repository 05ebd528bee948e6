import type { Clock, Database } from "@/db/client";
import type { SESSION_KINDS, SESSION_SCOPES } from "@/db/schema";
import type { ApiKeyScope, Role, ToolStatus } from "@/lib/contract";
import { Forbidden, ReauthRequired, TwoFactorRequired } from "./errors";
import type { CredentialBudget, OwnBudget } from "./limits/credential-budget";
import type { LimitStore } from "./limits/limit-store";
import type { UserBudgets } from "./limits/user-budgets";
import type { Mailer } from "./mail/mailer";

/** A browser sign-in, or a named session token. */
export type SessionKind = (typeof SESSION_KINDS)[number];

/** `read` brands and identities; `write` also mints federation tokens. */
export type SessionScope = (typeof SESSION_SCOPES)[number];

export interface ActingSession {
  sid: string;
  kind: SessionKind;
  scopes: readonly SessionScope[];
  /** In Unix seconds. */
  authTimeSeconds: number;
  /** Last re-authentication; null without the cookie that the browser got for it. */
  provedAt: Date | null;
  /** True after sign-in with a factor or the company's provider; a password alone isn't enough. */
  strong: boolean;
}

export interface UserActor {
  kind: "user";
  userId: string;
  hubAdmin: boolean;
  adminsNeedTwoFactor?: boolean;
  /** Absent for commands and during sign-in. */
  session?: ActingSession;
}

export type SignedInActor = UserActor & Required<Pick<UserActor, "session">>;

export interface MemberBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
  role: Role;
  membersNeedTwoFactor: boolean;
}

/** Current membership and tool, from the database. */
export interface FederatedPlace {
  /** Null once the person has left the brand or it is archived. */
  brand: MemberBrand | null;
  /** Slugs of the brand's tools, sorted. */
  entitlements: string[];
  /** The tool the token was minted for; null if none or no longer registered. */
  tool: { status: ToolStatus; ownCredentialsOnly: boolean } | null;
}

export interface FederationActor {
  kind: "federation";
  userId: string;
  brandId: string;
  /** The role at minting. Permission checks use the current one. */
  role: Role;
  session: ActingSession;
  jti: string;
  toolSlug: string | null;
  place: FederatedPlace;
  /** The tool that exchanged the token with its own credentials. */
  caller?: ToolActor;
}

export interface ApiKeyActor {
  kind: "api-key";
  apiKeyId: string;
  brandId: string;
  scopes?: readonly ApiKeyScope[];
  budget?: OwnBudget;
  brand?: { id: string; slug: string; name: string; identityVersion: number };
}

/** With everything its verification loaded; unverified keys lack some fields. */
export type ProvedApiKeyActor = Required<ApiKeyActor>;

export interface ToolActor {
  kind: "tool";
  toolSlug: string;
  /** Absent for a token from the environment. */
  credentialId?: string;
}

/** The hub itself: ticks, commands, and callers with the dispatch secret. */
export interface SystemActor {
  kind: "system";
  name: string;
}

export interface AnonymousActor {
  kind: "anonymous";
}

export type Actor = UserActor | FederationActor | ApiKeyActor | ToolActor | SystemActor | AnonymousActor;

/** The first of several signs; all verify. */
export interface Secrets {
  session: readonly string[];
  federation: readonly string[];
  fileUrl: readonly string[];
  /** Encrypts what the hub must read again, such as signing secrets; empty if not configured. */
  encryption: readonly string[];
  /** Those of the environment only. */
  childApp(toolSlug: string): readonly string[];
  dispatch: readonly string[];
  cron: readonly string[];
  /** Those of the environment only. */
  webhook(toolSlug: string): readonly string[];
}

/** Limits of callers without their own; 0 means unlimited. */
export interface Budgets extends CredentialBudget {
  /** The most an owner can set for an API key. */
  apiKeyCeiling: CredentialBudget;
  /** Per client IP. */
  failedCredentialsPerMinute: number;
  perUser: UserBudgets;
}

export interface PlatformServices {
  /** Also the issuer of its tokens. */
  baseUrl: string;
  secrets: Secrets;
  limits: LimitStore;
  budgets: Budgets;
  mail: Mailer;
  /** Aborted once this process is told to stop. Start no new work then. */
  stopping: AbortSignal;
  /** The database's time, for leases and due dates. */
  clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  /** Runs outbox ticks soon. No effect where a cron ticks. */
  wakeTick(): void;
}

/** First argument of every use case. Modules extend it with their services. */
export interface Ctx<A extends Actor = Actor> {
  db: Database;
  actor: A;
  now: Date;
  /** Null without an outside caller. */
  clientIp: string | null;
}

export interface PlatformCtx<A extends Actor = Actor> extends Ctx<A>, PlatformServices {}

export const inTransaction = <C extends Pick<Ctx, "db">, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  ctx.db.transaction((tx) => work({ ...ctx, db: tx }));

/** For what someone does without a session of theirs, such as with a mailed link. */
export const asUser = <C extends Ctx>(ctx: C, userId: string): Omit<C, "actor"> & { actor: UserActor } => ({
  ...ctx,
  actor: { kind: "user", userId, hubAdmin: false },
});

/** The context with the database's current time. */
export const atPresent = async <C extends PlatformCtx>(ctx: C): Promise<C> => ({
  ...ctx,
  now: await ctx.clock(ctx.db),
});

/** Returns the user. @throws Forbidden for any other actor */
export function requireUser({ actor }: Ctx): UserActor {
  if (actor.kind !== "user") throw new Forbidden();
  return actor;
}

/** Returns a user, or a person with a federation token. @throws Forbidden otherwise */
export function requirePerson({ actor }: Ctx): UserActor | FederationActor {
  if (actor.kind !== "user" && actor.kind !== "federation") throw new Forbidden();
  return actor;
}

/** @throws Forbidden if the session token lacks this scope */
export function requireScope({ actor }: Ctx<UserActor | FederationActor>, scope: SessionScope): void {
  if (actor.session && !actor.session.scopes.includes(scope)) throw new Forbidden("This session token is read-only.");
}

/** @throws Forbidden for everybody except commands and the hub itself */
export function requireOperator({ actor }: Pick<Ctx, "actor">): void {
  if (actor.kind !== "system") throw new Forbidden();
}

export const PROOF_LIFETIME_MS = 15 * 60_000;

/**
 * Requires re-authentication in the last 15 minutes, before secrets are created or a brand or account changes hands.
 * Commands and the hub itself pass. Check permissions separately.
 * @throws ReauthRequired if it was longer ago or in another browser
 * @throws Forbidden for API credentials, which can't re-authenticate
 */
export function requireRecentProof({ actor, now }: Ctx): void {
  if (actor.kind === "system" || (actor.kind === "user" && !actor.session)) return;
  if (actor.kind !== "user" || actor.session?.kind !== "browser") throw new Forbidden();
  const { provedAt } = actor.session;
  if (!provedAt || now.getTime() - provedAt.getTime() > PROOF_LIFETIME_MS) throw new ReauthRequired();
}

/** API keys, tools and commands always pass. */
export function isStrongEnough({ actor }: Ctx, required: boolean): boolean {
  const session = actor.kind === "user" || actor.kind === "federation" ? actor.session : undefined;
  return !required || !session || session.strong;
}

/** The only check for required two-factor sign-in. @throws TwoFactorRequired in a weak session */
export function requireStrongSession(ctx: Ctx, { required, by }: { required: boolean; by: string }): void {
  if (!isStrongEnough(ctx, required)) throw new TwoFactorRequired(by);
}

/** Returns the administrator's id, or null for a command. @throws as `requireHubAdmin` */
export const requireHubAdminOrOperator = (ctx: Ctx): string | null =>
  ctx.actor.kind === "system" ? null : requireHubAdmin(ctx).userId;

/**
 * Returns the administrator. @throws Forbidden otherwise, TwoFactorRequired in a weak session if the hub requires two
 * factors
 */
export function requireHubAdmin(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== "user" || !ctx.actor.hubAdmin) throw new Forbidden("Only hub administrators can do this.");
  requireStrongSession(ctx, { required: ctx.actor.adminsNeedTwoFactor ?? false, by: "This hub" });
  return ctx.actor;
}
