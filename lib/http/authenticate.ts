import { createHash, timingSafeEqual } from "node:crypto";
import { authenticateApiKey } from "@/lib/api-keys/server";
import { type Credential, type Operation, Slug } from "@/lib/contract";
import { authenticateFederationToken, FEDERATION_TOKEN_TYPE } from "@/lib/federation/server";
import type { Actor, Ctx } from "@/lib/kernel/context";
import { Unauthorized } from "@/lib/kernel/errors";
import { authenticateSessionToken, SESSION_TOKEN_TYPE } from "@/lib/sessions/server";

/** No credential was sent at all: a 401 that counts against nobody. */
export class MissingCredential extends Unauthorized {
  constructor(message = "Send a credential as Authorization: Bearer <token>.") {
    super(message);
  }
}

function bearerToken(headers: Headers): string {
  const header = headers.get("authorization");
  if (header === null) throw new MissingCredential();
  const token = /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];
  if (!token) throw new Unauthorized("The Authorization header is not of the form Bearer <token>.");
  return token;
}

/** The `typ` of a JWT's header, unverified: it only tells which verification applies. */
function tokenType(token: string): unknown {
  const [header, , , ...more] = token.split(".");
  if (!header || more.length > 0) return undefined;
  try {
    return JSON.parse(Buffer.from(header, "base64url").toString("utf8"))?.typ;
  } catch {
    return undefined;
  }
}

const digest = (value: string) => createHash("sha256").update(value).digest();
const digests = new Map<string, Buffer>();

function configuredDigest(secret: string): Buffer {
  let known = digests.get(secret);
  if (!known) {
    known = digest(secret);
    digests.set(secret, known);
  }
  return known;
}

/** True when the presented secret is one of the configured ones; compares digests in constant time. No list never matches. */
function matchesSecret(presented: string, configured: readonly string[]): boolean {
  const given = digest(presented);
  let matches = false;
  for (const secret of configured) if (timingSafeEqual(given, configuredDigest(secret))) matches = true;
  return matches;
}

type Authenticator = (ctx: Ctx, token: string, headers: Headers) => Actor | null | Promise<Actor | null>;

/** Whoever holds the dispatch secret: the hub's own scheduled job. */
const DISPATCHER: Actor = { kind: "system", name: "dispatch" };

const AUTHENTICATORS: Record<Credential, Authenticator> = {
  apiKey: (ctx, token) => (token.startsWith("bih_") ? authenticateApiKey(ctx, { key: token }) : null),
  session: async (ctx, token) =>
    tokenType(token) === SESSION_TOKEN_TYPE ? ((await authenticateSessionToken(ctx, { token }))?.actor ?? null) : null,
  federation: (ctx, token) =>
    tokenType(token) === FEDERATION_TOKEN_TYPE ? authenticateFederationToken(ctx, { token }) : null,
  childApp({ secrets }, token, headers) {
    const slug = Slug.safeParse(headers.get("x-tool-slug"));
    if (!slug.success) return null;
    return matchesSecret(token, secrets.childApp(slug.data)) ? { kind: "tool", toolSlug: slug.data } : null;
  },
  dispatch: ({ secrets }, token) => (matchesSecret(token, secrets.dispatch) ? DISPATCHER : null),
  cron: ({ secrets }, token) => (matchesSecret(token, secrets.cron) ? DISPATCHER : null),
};

/**
 * Who acts, proved by one of the credentials that the operation takes.
 * @throws MissingCredential when none was sent
 * @throws Unauthorized when it is malformed, expired, revoked, or of a kind that this operation does not take
 */
export async function authenticate(ctx: Ctx, operation: Operation, headers: Headers): Promise<Actor> {
  if (operation.credentials.length === 0) return { kind: "anonymous" };
  const token = bearerToken(headers);
  for (const credential of operation.credentials) {
    const actor = await AUTHENTICATORS[credential](ctx, token, headers);
    if (actor) return actor;
  }
  throw new Unauthorized();
}

/** Who acts by the federation token in the body (exchange). Session tokens are refused like any other wrong kind. */
export async function authenticateBodyToken(ctx: Ctx, body: unknown): Promise<Actor> {
  const token = (body as { token?: unknown } | null)?.token;
  if (token === undefined || token === "") throw new MissingCredential('Send a federation token as {"token": "…"}.');
  if (typeof token !== "string" || tokenType(token) !== FEDERATION_TOKEN_TYPE) throw new Unauthorized();
  const actor = await authenticateFederationToken(ctx, { token });
  if (!actor) throw new Unauthorized();
  return actor;
}
