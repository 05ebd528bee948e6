import { createHash } from "node:crypto";
import type { Account, AuthOptions, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { ProviderIdentity } from "@/lib/account";
import { openPasswordSession, signInWithPassword, signInWithProvider } from "@/lib/account/server";
import type { AnonymousActor, Ctx } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { findActiveBrand } from "@/lib/members/server";
import { issueSession, revokeSession, SESSION_LIFETIME_SECONDS, SessionClaims } from "@/lib/sessions/server";
import { nextAuthLogger } from "./next-auth-logger";
import { configuredProviders, type ProviderEnv } from "./providers";
import { sessionCookie } from "./session-cookie";
import { sessionJwt } from "./session-jwt";
import { SIGN_IN_PATH, type SignInError, safeCallbackPath } from "./sign-in-page";

/** One request to next-auth, and what it may do to the browser. */
export interface AuthRequest {
  ctx: Ctx<AnonymousActor>;
  providers: ProviderEnv;
  userAgent: string | null;
  /** Sets the active-brand cookie, or clears it with null. */
  setActiveBrand(slug: string | null): Promise<void> | void;
}

/** next-auth passes an error's message on to the browser: only ever one of ours. */
const failure = (code: SignInError) => new Error(code);

interface ProviderSignIn {
  account: Account;
  user: User;
  /** As the provider sent it. */
  profile?: Profile & { email_verified?: unknown };
}

function identityOf({ account, user, profile }: ProviderSignIn): ProviderIdentity {
  const verifiedEmail = profile?.email_verified === true ? (profile.email ?? null) : null;
  return {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    verifiedEmail,
    name: user.name ?? null,
  };
}

/** What `authorize` gave; next-auth hands it to the callbacks and to nobody else. */
const provenHash = (user: User & { passwordHash?: string }): string => user.passwordHash ?? "";

/**
 * next-auth's options for one request. Signing in opens a session row and makes the cookie's value its session token;
 * signing out revokes the row. Where a callback URL leads is held within the hub.
 */
export function authOptions({ ctx, providers, userAgent, setActiveBrand }: AuthRequest): AuthOptions {
  const { baseUrl, secrets } = ctx;
  const passwords = CredentialsProvider({
    credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    async authorize(credentials) {
      const { email, password } = credentials ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      const attempt = signInWithPassword(ctx, { email, password });
      const result = await attempt.catch((error) => {
        log.error({ err: error }, "a sign-in failed unexpectedly");
        throw failure("SignInFailed");
      });
      if (result.signedIn) return result.user;
      if (result.reason === "throttled") throw failure("SignInThrottled");
      return null;
    },
  });
  return {
    providers: [passwords, ...configuredProviders(providers)],
    // next-auth's own secret (anti-forgery token, OAuth state), so that nothing it signs is ever a session token.
    secret: createHash("sha256").update(`next-auth:${secrets.session}`).digest("hex"),
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_SECONDS },
    jwt: sessionJwt(ctx),
    useSecureCookies: baseUrl.startsWith("https:"),
    cookies: { sessionToken: sessionCookie(baseUrl) },
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH },
    logger: nextAuthLogger,
    callbacks: {
      redirect: ({ url }) => new URL(safeCallbackPath(url, baseUrl), baseUrl).href,
      async signIn({ account, user, profile }) {
        if (account?.type !== "oauth") return true;
        const known = await signInWithProvider(ctx, identityOf({ account, user, profile })).catch((error) => {
          log.error({ err: error }, "a sign-in failed unexpectedly");
          throw failure("SignInFailed");
        });
        return known !== null || `${SIGN_IN_PATH}?error=${"EmailNotVerified" satisfies SignInError}`;
      },
      async jwt({ token, user, account, profile }) {
        if (!account) return token;
        const elsewhere = account.type === "oauth";
        const userId = elsewhere ? await signInWithProvider(ctx, identityOf({ account, user, profile })) : user.id;
        if (userId === null) throw failure("EmailNotVerified");
        const opening = { userId, source: { kind: "browser" }, userAgent } as const;
        const claims = elsewhere
          ? await issueSession(ctx, opening)
          : await openPasswordSession(ctx, { ...opening, passwordHash: provenHash(user) });
        if (!claims) throw failure("SignInFailed");
        const active = await findActiveBrand({ ...ctx, actor: { kind: "user", userId, hubAdmin: false } });
        await setActiveBrand(active?.slug ?? null);
        return { ...claims };
      },
      session: ({ session, token }) => ({ ...session, expires: new Date(Number(token.exp) * 1000).toISOString() }),
    },
    events: {
      async signOut({ token }) {
        await setActiveBrand(null);
        const claims = SessionClaims.safeParse(token);
        if (!claims.success) return;
        const actor = { kind: "user", userId: claims.data.sub, hubAdmin: false } as const;
        await revokeSession({ ...ctx, actor }, { sid: claims.data.sid });
      },
    },
  };
}
