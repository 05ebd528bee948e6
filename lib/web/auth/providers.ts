import type { AuthOptions, Profile } from "next-auth";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { COMPANY_SIGN_IN } from "@/lib/access";
import type { Role } from "@/lib/contract";

/** Enabled when the first three are set. */
export interface OidcEnv {
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_NAME?: string;
  OIDC_SCOPES?: string;
  OIDC_TRUST_EMAIL?: boolean;
  OIDC_ROLE_CLAIM?: string;
  OIDC_ROLES?: readonly Role[];
}

/** Of the ID token, completed from the userinfo endpoint. */
interface OidcProfile extends Profile {
  sub: string;
  /** The issuer's statement, or `OIDC_TRUST_EMAIL` if the issuer makes none. */
  email_verified?: unknown;
  auth_time?: unknown;
  [claim: string]: unknown;
}

const TIMEOUT_MS = 5000;
/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** From one source: verifying one email says nothing about another. */
function emailOf(token: Partial<OidcProfile>, userinfo: Partial<OidcProfile>, trusted: boolean) {
  const source = token.email === undefined ? userinfo : token;
  const verified = source.email_verified ?? (userinfo.email === source.email ? userinfo.email_verified : undefined);
  return { email: source.email, email_verified: verified ?? trusted };
}

/**
 * Null if none is configured. openid-client checks signature, audience, expiry, nonce, and the issuer in the discovery
 * document. This also checks that it is the configured issuer, because identities are stored under it.
 * @param reauthenticating makes the provider ask for credentials again
 */
function oidcProvider(
  env: OidcEnv,
  { reauthenticating }: { reauthenticating: boolean },
): OAuthConfig<OidcProfile> | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return null;
  const { OIDC_NAME: name = "single sign-on", OIDC_SCOPES: scope = "openid email profile" } = env;
  const { OIDC_TRUST_EMAIL: trusted = false, OIDC_ROLE_CLAIM: roleClaim } = env;
  const requiredClaims = ["email", ...(trusted ? [] : ["email_verified"]), ...(roleClaim ? [roleClaim] : [])];
  return {
    id: COMPANY_SIGN_IN,
    name,
    type: "oauth",
    wellKnown: discoveryUrl(issuer),
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope, ...(reauthenticating ? { prompt: "login", max_age: 0 } : {}) } },
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      async request({ client, tokens }) {
        const metadata = client.issuer.metadata;
        if (metadata.issuer !== issuer)
          throw new Error(`OIDC_ISSUER is ${issuer}, but its discovery document names ${metadata.issuer}.`);
        // openid-client returns a token set; next-auth's types declare only its plain fields.
        const verified = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const token = verified.claims() as OidcProfile;
        if (!SUBJECT.test(token.sub)) throw new Error("The issuer sent an invalid subject.");
        const complete = requiredClaims.every((claim) => token[claim] !== undefined);
        const userinfo: Partial<OidcProfile> =
          complete || !metadata.userinfo_endpoint ? {} : await client.userinfo<OidcProfile>(verified);
        return { ...userinfo, ...token, ...emailOf(token, userinfo, trusted) };
      },
    },
    profile: ({ sub, name: person, email }) => ({ id: sub, name: person, email }),
  };
}

/** Each is enabled when both of its values are set. */
export interface ProviderEnv extends OidcEnv {
  GITHUB_ID?: string;
  GITHUB_SECRET?: string;
  GOOGLE_ID?: string;
  GOOGLE_SECRET?: string;
}

const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Null unless GitHub has verified the primary email. The profile's `email` doesn't say. */
export async function verifiedGitHubEmail(accessToken: string, api = "https://api.github.com"): Promise<string | null> {
  const response = await fetch(`${api}/user/emails`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(10_000),
  });
  // An unread larger body ends the process when its connection closes (undici, issue 5360).
  if (!response.ok) {
    await response.body?.cancel();
    return null;
  }
  const emails = GitHubEmails.parse(await response.json());
  return emails.find((email) => email.primary && email.verified)?.email ?? null;
}

const gitHub = (clientId: string, clientSecret: string) =>
  GitHubProvider({
    clientId,
    clientSecret,
    userinfo: {
      url: "https://api.github.com/user",
      async request({ client, tokens }) {
        const accessToken = tokens.access_token ?? "";
        const email = await verifiedGitHubEmail(accessToken);
        return { ...(await client.userinfo(accessToken)), email: email ?? undefined, email_verified: email !== null };
      },
    },
  });

/** In display order. Don't trust an email unless the raw profile's `email_verified` is true. */
export function configuredProviders(env: ProviderEnv, { reauthenticating = false } = {}): AuthOptions["providers"] {
  return [
    oidcProvider(env, { reauthenticating }),
    env.GITHUB_ID && env.GITHUB_SECRET ? gitHub(env.GITHUB_ID, env.GITHUB_SECRET) : null,
    env.GOOGLE_ID && env.GOOGLE_SECRET
      ? GoogleProvider({ clientId: env.GOOGLE_ID, clientSecret: env.GOOGLE_SECRET })
      : null,
  ].filter((provider) => provider !== null);
}

/** An issuer's subjects mean nothing at another issuer. */
export const identitiesOf = (env: ProviderEnv, id: string): string =>
  id === COMPANY_SIGN_IN ? (env.OIDC_ISSUER ?? id) : id;
