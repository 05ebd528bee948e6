import type { Database } from "@/db/client";
import type { Clock } from "@/db/clock";
import type { SESSION_KINDS, SESSION_SCOPES } from "@/db/schema";
import type { ApiKeyScope, Role, ToolStatus } from "@/lib/contract";
import { Forbidden, ProofNeeded, SecondStepNeeded } from "./errors";
import type { CredentialBudget, OwnBudget } from "./limits/credential-budget";
import type { LimitStore } from "./limits/limit-store";
import type { UserBudgets } from "./limits/user-budgets";
import type { Mailer } from "./mail/mailer";

/** A browser that signed in, or a token that its owner named. */
export type SessionKind = (typeof SESSION_KINDS)[number];

/** What a session may do over the API: `read` brands and identities, `write` also mint federation tokens. */
export type SessionScope = (typeof SESSION_SCOPES)[number];

export interface ActingSession {
  sid: string;
  kind: SessionKind;
  scopes: readonly SessionScope[];
  /** When the user signed in, in Unix seconds. */
  authTimeSeconds: number;
  /** When they last proved in this session who they are; null where the request does not bring what the browser got for it. */
  provedAt: Date | null;
  /** True once that was by a factor of the account, or by the company's own provider: not by a password alone. */
  strong: boolean;
}

/** A user, in the hub's pages or with a session token. */
export interface UserActor {
  kind: "user";
  userId: string;
  hubAdmin: boolean;
  /** True where the hub lets its administrators act as such in strong sessions alone. */
  twoStepOfAdmins?: boolean;
  /** The session that proved who they are; absent where a command or a sign-in under way acts for them. */
  session?: ActingSession;
}

/** A user with the session that proved who they are. */
export type SignedInActor = UserActor & Required<Pick<UserActor, "session">>;

export interface MemberBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
  role: Role;
  /** Whether its members get in by strong sessions alone. */
  twoStepOfMembers: boolean;
}

/** What a federation token's person has in its brand, and the brand in its tool, as the database has it now. */
export interface FederatedPlace {
  /** The brand as its member sees it; null once they are no member, or it is archived. */
  brand: MemberBrand | null;
  /** Slugs of the tools that the brand is entitled to, in order. */
  entitlements: string[];
  /** The tool that the token was minted for; null where it was for none, or none of this slug is registered. */
  tool: { status: ToolStatus; ownCredentialsOnly: boolean } | null;
}

/** A user by a federation token: for one brand, as long as the session behind it lives. */
export interface FederationActor {
  kind: "federation";
  userId: string;
  brandId: string;
  /** The role at minting; decisions re-read it from the membership. */
  role: Role;
  /** The session that the token was minted from. */
  session: ActingSession;
  /** Id of this one token. */
  jti: string;
  /** The tool that it was minted for; null where it was for none in particular. */
  toolSlug: string | null;
  /** What was found of them on the query that found the session. */
  place: FederatedPlace;
  /** The tool that sent its own credentials beside the token (exchange). */
  caller?: ToolActor;
}

/** A brand's own service, by an API key. */
export interface ApiKeyActor {
  kind: "api-key";
  apiKeyId: string;
  brandId: string;
  /** What it was issued for: the API asks, by what each operation declares. Absent where nobody asked for it. */
  scopes?: readonly ApiKeyScope[];
  /** What was set for this key; absent where nobody asked for it. */
  budget?: OwnBudget;
  /** Its brand as the query that found the key read it; absent where nobody asked for it. */
  brand?: { id: string; slug: string; name: string; identityVersion: number };
}

/** An API key with all that the query that proved it found. */
export type ProvedApiKeyActor = Required<ApiKeyActor>;

export interface ToolActor {
  kind: "tool";
  toolSlug: string;
  /** The token that was made in the hub; absent for one of the environment. */
  credentialId?: string;
}

/** The hub itself: its tick, its commands, and whoever holds its dispatch secret. */
export interface SystemActor {
  kind: "system";
  name: string;
}

export interface AnonymousActor {
  kind: "anonymous";
}

export type Actor = UserActor | FederationActor | ApiKeyActor | ToolActor | SystemActor | AnonymousActor;

/** What the hub signs and compares with; where there are several the first one signs, and each one verifies. */
export interface Secrets {
  session: readonly string[];
  federation: readonly string[];
  fileUrl: readonly string[];
  /** Seals what the hub has to read again to use it, such as its tools' signing secrets; empty when none is configured. */
  encryption: readonly string[];
  /** Child app tokens of a tool that its environment configures; empty when it does not. Those made in the hub stand in its database. */
  childApp(toolSlug: string): readonly string[];
  /** Of whoever may run the hub's tick; empty when none is configured. */
  dispatch: readonly string[];
  cron: readonly string[];
  /** Signing secrets of a tool's webhooks, likewise. */
  webhook(toolSlug: string): readonly string[];
}

/** How much the hub lets a caller do; 0 switches a limit off. Of credentials: those that have no budget of their own. */
export interface Budgets extends CredentialBudget {
  /** The most that a brand's owner may set for an API key; not below what every credential has. */
  apiKeyCeiling: CredentialBudget;
  /** Failed credentials from a client IP in any minute. */
  failedCredentialsPerMinute: number;
  /** Requests of a person in the hub's pages, by what they cost. */
  perUser: UserBudgets;
}

/** Services that every module can use. */
export interface PlatformServices {
  /** Where people and tools reach the hub; the issuer of its tokens. */
  baseUrl: string;
  secrets: Secrets;
  limits: LimitStore;
  budgets: Budgets;
  mail: Mailer;
  /** Aborted once this process was told to stop: nothing new is begun then. */
  stopping: AbortSignal;
  /** Time for leases and due dates: the database's. */
  clock: Clock;
  /** A number from 0 up to but not including 1. */
  random(): number;
  /** Has this process send what is due as soon as it can; where a cron ticks, nothing happens before its minute. */
  wakeTick(): void;
}

/**
 * What every function gets first: the database or a transaction, who acts, when, and from where. Each module's own `Ctx` adds the services it
 * uses, and `runtime` assembles them.
 */
export interface Ctx<A extends Actor = Actor> {
  db: Database;
  actor: A;
  now: Date;
  /** The client IP, for the audit log and limits; null where nobody called from outside. */
  clientIp: string | null;
}

/** The context with the platform's services. */
export interface PlatformCtx<A extends Actor = Actor> extends Ctx<A>, PlatformServices {}

/** Runs all of `work` in one transaction, which is its context's database: it commits as a whole, or not at all. */
export const inTransaction = <C extends Pick<Ctx, "db">, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> =>
  ctx.db.transaction((tx) => work({ ...ctx, db: tx }));

/** The context at this moment, by the clock that leases and due dates are made with. */
export const atPresent = async <C extends PlatformCtx>(ctx: C): Promise<C> => ({
  ...ctx,
  now: await ctx.clock(ctx.db),
});

/** Guarantees that a user acts, signed in to the hub, and gives them. @throws Forbidden otherwise */
export function requireUser({ actor }: Ctx): UserActor {
  if (actor.kind !== "user") throw new Forbidden();
  return actor;
}

/** Guarantees that a person acts, signed in to the hub or by a tool's federation token, and gives them. @throws Forbidden otherwise */
export function requirePerson({ actor }: Ctx): UserActor | FederationActor {
  if (actor.kind !== "user" && actor.kind !== "federation") throw new Forbidden();
  return actor;
}

/** Guarantees that the acting person's session may do this: a named token may have been issued to read alone. @throws Forbidden otherwise */
export function requireScope({ actor }: Ctx<UserActor | FederationActor>, scope: SessionScope): void {
  if (actor.session && !actor.session.scopes.includes(scope)) throw new Forbidden("This session token may only read.");
}

/** Guarantees that the hub's own operator acts, by a command. @throws Forbidden otherwise */
export function requireOperator({ actor }: Pick<Ctx, "actor">): void {
  if (actor.kind !== "system") throw new Forbidden();
}

/** How long a proof of who somebody is serves for what is hard to undo. */
export const PROOF_LIFETIME_MS = 15 * 60_000;

/**
 * Guarantees that whoever acts in the hub's pages has proved in the last 15 minutes who they are. For what makes secrets, owners or an
 * account another's, and for hub administrators; each asks after its permission. Commands and the hub itself pass.
 * @throws ProofNeeded when the last proof is older, or another browser's
 * @throws Forbidden for credentials of the API, which cannot prove it again
 */
export function requireRecentProof({ actor, now }: Ctx): void {
  if (actor.kind === "system" || (actor.kind === "user" && !actor.session)) return;
  if (actor.kind !== "user" || actor.session?.kind !== "browser") throw new Forbidden();
  const { provedAt } = actor.session;
  if (!provedAt || now.getTime() - provedAt.getTime() > PROOF_LIFETIME_MS) throw new ProofNeeded();
}

/** Whether the acting person's session does where two steps are `required`. What acts for no person passes: API keys, tools, commands. */
export function isStrongEnough({ actor }: Ctx, required: boolean): boolean {
  const session = actor.kind === "user" || actor.kind === "federation" ? actor.session : undefined;
  return !required || !session || session.strong;
}

/**
 * Guarantees, where two-step sign-in is required, that the person's session is a strong one: of their browser, of a named token, or behind a
 * federation token. The one place that decides it.
 * @throws SecondStepNeeded otherwise
 */
export function requireStrongSession(ctx: Ctx, { required, by }: { required: boolean; by: string }): void {
  if (!isStrongEnough(ctx, required)) throw new SecondStepNeeded(by);
}

/**
 * Guarantees that a hub administrator acts, or the hub's operator by a command, and gives the administrator's id; null for the operator.
 * @throws as `requireHubAdmin`
 */
export const requireHubAdminOrOperator = (ctx: Ctx): string | null =>
  ctx.actor.kind === "system" ? null : requireHubAdmin(ctx).userId;

/**
 * Guarantees that the acting user is a hub administrator, and gives them.
 * @throws Forbidden otherwise, SecondStepNeeded in a weak session where the hub requires two steps of them
 */
export function requireHubAdmin(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== "user" || !ctx.actor.hubAdmin) throw new Forbidden("Only hub administrators may do this.");
  requireStrongSession(ctx, { required: ctx.actor.twoStepOfAdmins ?? false, by: "This hub" });
  return ctx.actor;
}
