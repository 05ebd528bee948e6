import type { AuthOptions } from "next-auth";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import { z } from "zod";
import { COMPANY_SIGN_IN } from "@/lib/access";
import { type OidcEnv, oidcProvider } from "./oidc-provider";

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
