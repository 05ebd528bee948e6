import { hash, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { authenticateSessionToken, SESSION_TOKEN_TYPE } from "@/lib/access/server";
import { type Credential, missingScopeMessage, type Operation, refusalWithout, Slug } from "@/lib/contract";
import {
  authenticateApiKey,
  authenticateFederationToken,
  authenticateToolToken,
  FEDERATION_TOKEN_TYPE,
  RefusedApiKey,
} from "@/lib/integrations/server";
import type { Actor, ProvedApiKeyActor, SignedInActor, ToolActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import type { Fields } from "./hot-path/request";

/** Hex digits: Node returns them four times faster than a buffer. */
const digest = (value: string): Buffer => Buffer.from(hash("sha256", value, "hex"), "latin1");
const digests = new Map<string, Buffer>();

function configuredDigest(secret: string): Buffer {
  let known = digests.get(secret);
  if (!known) {
    known = digest(secret);
    digests.set(secret, known);
  }
  return known;
}

export function matchesSecret(presented: string, configured: readonly string[]): boolean {
  const given = digest(presented);
  let matches = false;
  for (const secret of configured) if (timingSafeEqual(given, configuredDigest(secret))) matches = true;
  return matches;
}

/** No credential was sent: a 401 that doesn't count as a failed credential. */
export class MissingCredential extends Unauthorized {
  constructor(message = "Send a credential as Authorization: Bearer <token>.") {
    super(message);
  }
}

export function bearerToken(headers: Fields): string {
  const header = headers.get("authorization");
  if (header === null) throw new MissingCredential();
  const token = /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];
  if (!token) throw new Unauthorized("The Authorization header must have the form Bearer <token>.");
  return token;
}

/** Token types by encoded header. The hub's own tokens have only a few. */
const types = new LRUCache<string, string>({ max: 100 });
const MAX_HEADER_LENGTH = 512;

function readType(header: string): string {
  try {
    return String(JSON.parse(Buffer.from(header, "base64url").toString("utf8"))?.typ);
  } catch {
    return "";
  }
}

function tokenType(token: string): string {
  const header = token.slice(0, Math.max(0, token.indexOf(".")));
  if (header.length > MAX_HEADER_LENGTH) return "";
  let type = types.get(header);
  if (type === undefined) {
    type = readType(header);
    types.set(header, type);
  }
  return type;
}

function sentSlug(headers: Fields): string {
  const sent = headers.get("x-tool-slug");
  if (sent === null) throw new Unauthorized("Send your tool's slug as X-Tool-Slug, with its child app token.");
  const { data } = Slug.safeParse(sent);
  if (data === undefined)
    throw new Unauthorized("X-Tool-Slug must be a slug: lower-case words joined by single hyphens.");
  return data;
}

export interface Proofs {
  childApp(ctx: Ctx, params: { toolSlug: string; token: string }): Promise<ToolActor | null>;
  apiKey(ctx: Ctx, params: { key: string }): Promise<ProvedApiKeyActor | null>;
  session(ctx: Ctx, params: { token: string }): Promise<SignedInActor | null>;
}

const authenticateSession: Proofs["session"] = async (ctx, params) =>
  (await authenticateSessionToken(ctx, params))?.actor ?? null;

interface Asked {
  headers: Fields;
  own: Partial<Proofs>;
}

type Authenticator = (ctx: Ctx, token: string, params: Asked) => Actor | null | Promise<Actor | null>;

const NOT_OF_THIS_TOOL = "The child app token isn't valid for the tool in X-Tool-Slug.";

/** The caller with the dispatch secret: the hub's scheduled job. */
const DISPATCHER: Actor = { kind: "system", name: "dispatch" };

const AUTHENTICATORS: Record<Credential, Authenticator> = {
  apiKey: (ctx, token, { own }) =>
    token.startsWith("bih_") ? (own.apiKey ?? authenticateApiKey)(ctx, { key: token }) : null,
  session: (ctx, token, { own }) =>
    tokenType(token) === SESSION_TOKEN_TYPE ? (own.session ?? authenticateSession)(ctx, { token }) : null,
  federation: (ctx, token) =>
    tokenType(token) === FEDERATION_TOKEN_TYPE ? authenticateFederationToken(ctx, { token }) : null,
  childApp(ctx, token, { headers, own }) {
    const toolSlug = sentSlug(headers);
    // First the environment's, which need no database.
    if (matchesSecret(token, ctx.secrets.childApp(toolSlug))) return { kind: "tool", toolSlug };
    return (own.childApp ?? authenticateToolToken)(ctx, { toolSlug, token });
  },
  dispatch: ({ secrets }, token) => (matchesSecret(token, secrets.dispatch) ? DISPATCHER : null),
  cron: ({ secrets }, token) => (matchesSecret(token, secrets.cron) ? DISPATCHER : null),
};

/**
 * Checks an API key's scope. Refusals are 401 at authentication or 403 at the permission check, so each place passes
 * its error.
 * @throws RefusedApiKey, Forbidden
 */
export function requireKeyScope(
  { scope }: Pick<Operation, "scope">,
  actor: Actor,
  as: "unauthorized" | "forbidden",
): void {
  if (actor.kind !== "api-key" || !scope || refusalWithout(scope) !== as || actor.scopes?.includes(scope)) return;
  const message = missingScopeMessage(scope);
  throw as === "forbidden" ? new Forbidden(message) : new RefusedApiKey(actor, message);
}

/**
 * Verifies the request's credential and returns the actor.
 * @param own verifications that replace the usual ones
 * @throws MissingCredential if none was sent
 * @throws Unauthorized if it is malformed, expired, revoked, or of a kind that the operation doesn't accept
 */
export async function authenticate(
  ctx: Ctx,
  operation: Pick<Operation, "credentials" | "scope">,
  headers: Fields,
  own: Partial<Proofs> = {},
): Promise<Actor> {
  if (operation.credentials.length === 0) return { kind: "anonymous" };
  const token = bearerToken(headers);
  const params = { headers, own };
  for (const credential of operation.credentials) {
    const actor = await AUTHENTICATORS[credential](ctx, token, params);
    if (!actor) continue;
    requireKeyScope(operation, actor, "unauthorized");
    return actor;
  }
  // The same error for an unknown tool, so that nobody learns which tools exist.
  throw new Unauthorized(operation.credentials.includes("childApp") ? NOT_OF_THIS_TOOL : undefined);
}

class NoFederationToken extends Unauthorized {
  constructor() {
    super("The token is expired, its session has ended, or it is not a federation token of this hub.");
  }
}

/**
 * The tool that also sent its own credentials, if any.
 * @throws Unauthorized for wrong ones, or another tool's
 */
async function sentTool(ctx: Ctx, operation: Operation, headers: Fields): Promise<Actor | null> {
  const credentials = operation.optionalCredentials ?? [];
  return credentials.length > 0 && headers.get("authorization") !== null
    ? authenticate(ctx, { credentials }, headers)
    : null;
}

/** The actor of the federation token in the body (exchange), and the tool if its own credentials were sent. */
export async function authenticateBodyToken(
  ctx: Ctx,
  operation: Operation,
  request: { headers: Fields; body: unknown },
): Promise<Actor> {
  const token = (request.body as { token?: unknown } | null)?.token;
  if (token === undefined || token === "") throw new MissingCredential('Send a federation token as {"token": "…"}.');
  if (typeof token !== "string" || tokenType(token) !== FEDERATION_TOKEN_TYPE) throw new NoFederationToken();
  const [actor, caller] = await Promise.all([
    authenticateFederationToken(ctx, { token }),
    sentTool(ctx, operation, request.headers),
  ]);
  if (!actor) throw new NoFederationToken();
  return caller?.kind === "tool" ? { ...actor, caller } : actor;
}
