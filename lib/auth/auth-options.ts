import { createHash } from "node:crypto";
import type { Account, AuthOptions, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Env } from "@/lib/config/env";
import type { AnonymousActor, Ctx } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { findActiveBrand } from "@/lib/members/server";
import { issueSession, revokeSession, SESSION_LIFETIME_SECONDS, SessionClaims } from "@/lib/sessions/server";
import { nextAuthLogger } from "./next-auth-logger";
import { openPasswordSession } from "./open-password-session";
import { configuredProviders } from "./providers";
import { safeCallbackPath } from "./safe-callback-path";
import { sessionCookie } from "./session-cookie";
import { sessionJwt } from "./session-jwt";
import { SIGN_IN_PATH, type SignInError } from "./sign-in-page";
import { signInWithPassword } from "./sign-in-with-password";
import { type ProviderIdentity, signInWithProvider } from "./sign-in-with-provider";

/** One request to next-auth, and what it may do to the browser. */
export interface AuthRequest {
  ctx: Ctx<AnonymousActor>;
  env: Pick<Env, "HUB_BASE_URL" | "SESSION_SECRET" | "GITHUB_ID" | "GITHUB_SECRET" | "GOOGLE_ID" | "GOOGLE_SECRET">;
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
 * signing out revokes the row. Where a callback address leads is held within the hub.
 */
export function authOptions({ ctx, env, userAgent, setActiveBrand }: AuthRequest): AuthOptions {
  const { db, now, clientIp } = ctx;
  const signing = { secret: env.SESSION_SECRET, issuer: env.HUB_BASE_URL };
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
    providers: [passwords, ...configuredProviders(env)],
    // next-auth's own secret (anti-forgery token, OAuth state), so that nothing it signs is ever a session token.
    secret: createHash("sha256").update(`next-auth:${env.SESSION_SECRET}`).digest("hex"),
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_SECONDS },
    jwt: sessionJwt(ctx, signing),
    useSecureCookies: env.HUB_BASE_URL.startsWith("https:"),
    cookies: { sessionToken: sessionCookie(env.HUB_BASE_URL) },
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH },
    logger: nextAuthLogger,
    callbacks: {
      redirect: ({ url }) => new URL(safeCallbackPath(url, env.HUB_BASE_URL), env.HUB_BASE_URL).href,
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
        const opening = { userId, source: { kind: "browser" }, userAgent, address: clientIp } as const;
        const claims = elsewhere
          ? await issueSession(db, opening, now, signing.issuer)
          : await openPasswordSession(db, { ...opening, passwordHash: provenHash(user) }, now, signing.issuer);
        if (!claims) throw failure("SignInFailed");
        await setActiveBrand((await findActiveBrand(db, userId))?.slug ?? null);
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
        await revokeSession({ ...ctx, actor }, claims.data.sid);
      },
    },
  };
}
