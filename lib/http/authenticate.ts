import { authenticateApiKey } from "@/lib/api-keys/server";
import { env } from "@/lib/config/env";
import { type Credential, environmentForm, type Operation, Slug } from "@/lib/contract";
import { authenticateFederationToken, FEDERATION_TOKEN_TYPE } from "@/lib/federation/server";
import type { Hub } from "@/lib/hub/hub";
import type { Caller } from "@/lib/kernel/callers";
import { Unauthorized } from "@/lib/kernel/errors";
import { authenticateSessionToken, SESSION_TOKEN_TYPE } from "@/lib/sessions/server";
import { matchesSecret } from "./secrets";

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

type Authenticator = (hub: Hub, token: string, headers: Headers, now: Date) => Caller | null | Promise<Caller | null>;

const AUTHENTICATORS: Record<Credential, Authenticator> = {
  apiKey: (hub, token, _, now) => (token.startsWith("bih_") ? authenticateApiKey(hub.db, token, now) : null),
  session: (hub, token, _, now) =>
    tokenType(token) === SESSION_TOKEN_TYPE ? authenticateSessionToken(hub.db, token, now) : null,
  federation: (hub, token, _, now) =>
    tokenType(token) === FEDERATION_TOKEN_TYPE ? authenticateFederationToken(hub.db, token, now) : null,
  childApp(_hub, token, headers) {
    const slug = Slug.safeParse(headers.get("x-tool-slug"));
    if (!slug.success) return null;
    const tokens = env.childAppTokens.get(environmentForm(slug.data));
    return matchesSecret(token, tokens) ? { kind: "child-app", toolSlug: slug.data } : null;
  },
  dispatch: (_hub, token) => (matchesSecret(token, env.WEBHOOK_DISPATCH_SECRET) ? { kind: "dispatch" } : null),
  cron: (_hub, token) =>
    matchesSecret(token, env.CRON_SECRET ? [env.CRON_SECRET] : undefined) ? { kind: "dispatch" } : null,
};

/**
 * Who calls, proved by one of the credentials that the operation takes.
 * @throws MissingCredential when none was sent
 * @throws Unauthorized when it is malformed, expired, revoked, or of a kind that this operation does not take
 */
export async function authenticate(hub: Hub, operation: Operation, headers: Headers, now: Date): Promise<Caller> {
  if (operation.credentials.length === 0) return { kind: "public" };
  const token = bearerToken(headers);
  for (const credential of operation.credentials) {
    const caller = await AUTHENTICATORS[credential](hub, token, headers, now);
    if (caller) return caller;
  }
  throw new Unauthorized();
}

/** Who calls by the federation token in the body (exchange). Session tokens are refused like any other wrong kind. */
export async function authenticateBodyToken(hub: Hub, body: unknown, now: Date): Promise<Caller> {
  const token = (body as { token?: unknown } | null)?.token;
  if (token === undefined || token === "") throw new MissingCredential('Send a federation token as {"token": "…"}.');
  if (typeof token !== "string" || tokenType(token) !== FEDERATION_TOKEN_TYPE) throw new Unauthorized();
  const caller = await authenticateFederationToken(hub.db, token, now);
  if (!caller) throw new Unauthorized();
  return caller;
}
