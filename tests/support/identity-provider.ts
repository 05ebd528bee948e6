import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { listen } from "./listen";

/** Claims about a person, apart from their subject. */
export type Claims = Record<string, unknown>;

/** Changes an ID token before the hub receives it. */
type Tamper = (claims: JWTPayload, sign: Signer) => Promise<string>;
type Signer = (claims: JWTPayload, as?: "issuer" | "stranger") => Promise<string>;

interface Options {
  redirectUri: string;
  /** Sends claims only from the userinfo endpoint, as some issuers do. */
  thin?: boolean;
}

const CLIENT = { id: "the-hub", secret: "a-client-secret-drawn-by-the-issuer-0123456789" };

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example identity provider</title><link rel="icon" href="data:,"><main><h1>Who are you?</h1>
<form method="post"><label>Login <input name="login" autofocus></label><button>Continue</button></form></main></html>`;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

async function signingKey(kid: string) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" } };
}

/**
 * A real OpenID provider on this machine. Everyone in `people` signs in by name alone. A browser's session there is
 * reused unless the hub asks for a new sign-in.
 */
export async function startIdentityProvider({ redirectUri, thin = false }: Options) {
  const people = new Map<string, Claims>();
  const state: { tamper: Tamper | null; down: boolean; asked: string[] } = { tamper: null, down: false, asked: [] };
  const own = await signingKey("own");
  const stranger = await signingKey("own");
  const sign: Signer = (claims, as = "issuer") =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "own" })
      .sign(as === "issuer" ? own.privateKey : stranger.privateKey);

  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  const { port, close } = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    cookies: { keys: ["a key of the provider's own cookies"] },
    jwks: { keys: [own.jwk] },
    claims: { openid: ["sub", "hub_roles"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: thin,
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3600, IdToken: 300, Interaction: 600, Session: 3600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, login) => {
      const claims = people.get(login);
      return claims && { accountId: login, claims: () => ({ sub: login, ...claims }) };
    },
    // No consent screen, because provider and hub belong to the same company.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== "/token" || !state.tamper || typeof ctx.body !== "object") return;
    const body = ctx.body as { id_token?: string };
    const payload = body.id_token?.split(".")[1] ?? "";
    const claims: JWTPayload = JSON.parse(Buffer.from(payload, "base64url").toString());
    ctx.body = { ...body, id_token: await state.tamper(claims, sign) };
  });
  const callback = provider.callback();
  answer = async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    state.asked.push(pathname);
    if (state.down) return response.writeHead(503).end();
    if (!pathname.startsWith("/interaction/")) return callback(request, response);
    if (request.method === "GET") return response.setHeader("content-type", "text/html").end(PAGE);
    const login = { accountId: (await readForm(request)).get("login") ?? "" };
    await provider.interactionFinished(request, response, { login });
  };

  /** A browser with its cookies at the provider. */
  function browser() {
    const jar = new Map<string, string>();
    const ask = async (url: string, init: RequestInit = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      return response;
    };
    /** Follows the hub's URL until the provider redirects back, and signs in by name if asked. */
    return async function visit(url: string, login: string): Promise<{ back: URL; asked: boolean }> {
      let asked = false;
      for (let at = url; ; ) {
        let response = await ask(at);
        if (response.status === 200) {
          asked = true;
          response = await ask(at, { method: "POST", body: new URLSearchParams({ login }) });
        }
        const next = response.headers.get("location");
        if (next === null) throw new Error(`${response.status} at the provider: ${await response.text()}`);
        const leads = new URL(next, at);
        if (leads.origin !== issuer) return { back: leads, asked };
        at = leads.href;
      }
    };
  }

  return { issuer, client: CLIENT, people, state, browser, close };
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;
