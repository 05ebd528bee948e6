import { createHash } from "node:crypto";
import type { Account, AuthOptions, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { COMPANY_SIGN_IN, type ProviderIdentity } from "@/lib/access";
import {
  authenticateSessionCookie,
  beginPendingSignIn,
  CompanySignInOnly,
  findActiveBrand,
  joinByRoleClaim,
  OtherIdentityLinked,
  openBrowserSession,
  openPasswordSession,
  reauthenticateWithProvider,
  rememberDevice,
  revokeSession,
  SESSION_LIFETIME_SECONDS,
  SessionClaims,
  StaleReauthentication,
  signInWithPassword,
  signInWithProvider,
  verifySessionToken,
} from "@/lib/access/server";
import { type AnonymousActor, asUser } from "@/lib/platform/context";
import { AccountDeactivated, RateLimited } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { sessionCookie } from "./cookies";
import { configuredProviders, identitiesOf, type ProviderEnv } from "./providers";
import { nextAuthSecret, sessionJwt } from "./session-jwt";
import { REAUTH_PATH, SECOND_FACTOR_PATH, SIGN_IN_PATH, type SignInError, safeCallbackPath } from "./sign-in-page";

/** Caused by old cookies, not by the hub. */
const ORDINARY = new Set(["JWT_SESSION_ERROR"]);

const causeOf = (metadata: Error | { error: Error }) => (metadata instanceof Error ? metadata : metadata.error);

const nextAuthLogger: AuthOptions["logger"] = {
  error(code, metadata) {
    log[ORDINARY.has(code) ? "debug" : "error"]({ code, err: causeOf(metadata) }, "next-auth");
  },
  warn(code) {
    log.warn({ code }, "next-auth");
  },
  debug() {},
};

/** next-auth's own limit. */
const MAX_AGE_SECONDS = 15 * 60;

/**
 * Named after the session that started the sign-in, so a response in another session finds no cookies. A sign-in
 * started elsewhere never counts as re-authentication here. `__Host-` keeps child subdomains from setting them.
 */
function oauthCookies(baseUrl: string, session: string | undefined) {
  const secure = baseUrl.startsWith("https:");
  const owner = session ? createHash("sha256").update(`leaving:${session}`).digest("base64url").slice(0, 22) : "nobody";
  const cookie = (what: string) => ({
    name: `${secure ? "__Host-" : ""}hub-${what}.${owner}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: MAX_AGE_SECONDS } as const,
  });
  return { state: cookie("state"), pkceCodeVerifier: cookie("pkce"), nonce: cookie("nonce") };
}

export interface AuthRequest {
  ctx: Ctx<AnonymousActor>;
  providers: ProviderEnv;
  userAgent: string | null;
  csrfCookie?: string;
  session?: string;
  reauthenticating?: boolean;
  device: string | null;
  setDevice(token: string): Promise<void> | void;
  setReauthToken(proof: string): Promise<void> | void;
  setPendingSignIn(token: string): Promise<void> | void;
  setRetryAfter(seconds: number): void;
  setActiveBrand(slug: string | null): Promise<void> | void;
}

/** next-auth forwards the message to the browser. */
const failure = (code: SignInError) => new Error(code);

/** Errors without a code are logged. */
function toSignInError(error: unknown): Error {
  if (error instanceof AccountDeactivated) return failure("AccountDeactivated");
  if (error instanceof CompanySignInOnly) return failure("CompanySignInOnly");
  if (error instanceof OtherIdentityLinked) return failure("OtherIdentityLinked");
  if (error instanceof StaleReauthentication) return failure("ProvedLongAgo");
  log.error({ err: error }, "sign-in failed");
  return failure("SignInFailed");
}

interface ProviderSignIn {
  account: Account;
  user: User;
  profile?: Profile & { email_verified?: unknown; auth_time?: unknown };
}

function identityOf(providers: ProviderEnv, { account, user, profile }: ProviderSignIn): ProviderIdentity {
  const verifiedEmail = profile?.email_verified === true ? (profile.email ?? null) : null;
  return {
    provider: identitiesOf(providers, account.provider),
    providerAccountId: account.providerAccountId,
    verifiedEmail,
    name: user.name ?? null,
    authenticatedAtSeconds: typeof profile?.auth_time === "number" ? profile.auth_time : null,
  };
}

/** A failure must not block the sign-in; the next one tries again. */
async function joinBrands(ctx: Ctx, { OIDC_ROLE_CLAIM, OIDC_ROLES = [] }: ProviderEnv, profile: object = {}) {
  const claim = new Map(Object.entries(profile)).get(OIDC_ROLE_CLAIM ?? "");
  await joinByRoleClaim(ctx, { claim, roles: OIDC_ROLES }).catch((error) =>
    log.error({ err: error }, "joining by role claim failed"),
  );
}

/** Set by `authorize`; next-auth passes it only to the callbacks. */
const verifiedHash = (user: User & { passwordHash?: string }): string => user.passwordHash ?? "";

/** Options for one request. The cookie holds the session token, and callback URLs stay within the hub. */
export function authOptions({
  ctx,
  providers,
  userAgent,
  csrfCookie,
  reauthenticating,
  ...browser
}: AuthRequest): AuthOptions {
  const { baseUrl, secrets } = ctx;
  const signedInHere = async () =>
    browser.session === undefined ? null : authenticateSessionCookie(ctx, { cookie: browser.session });
  /** No session opens before the second factor. */
  const secondFactorRedirect = async (userId: string, by: string) => {
    const token = await beginPendingSignIn(ctx, { userId, by });
    if (token === null) return null;
    await browser.setPendingSignIn(token);
    return SECOND_FACTOR_PATH;
  };
  const passwords = CredentialsProvider({
    credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    async authorize(credentials) {
      const { email, password } = credentials ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      const attempt = signInWithPassword(ctx, { email, password, device: browser.device });
      const result = await attempt.catch((error) => {
        if (error instanceof RateLimited) {
          browser.setRetryAfter(error.retryAfterSeconds);
          throw failure(`SignInThrottled-${error.retryAfterSeconds}`);
        }
        throw toSignInError(error);
      });
      return result.signedIn ? result.user : null;
    },
  });
  return {
    providers: [passwords, ...configuredProviders(providers, { reauthenticating })],
    secret: nextAuthSecret(secrets.session, csrfCookie),
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_SECONDS },
    jwt: sessionJwt(ctx),
    useSecureCookies: baseUrl.startsWith("https:"),
    cookies: { sessionToken: sessionCookie(baseUrl), ...oauthCookies(baseUrl, browser.session) },
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH },
    logger: nextAuthLogger,
    callbacks: {
      redirect: ({ url }) => new URL(safeCallbackPath(url, baseUrl), baseUrl).href,
      async signIn({ account, user, profile }) {
        if (account?.type !== "oauth") return (await secondFactorRedirect(user.id, "password")) ?? true;
        const identity = identityOf(providers, { account, user, profile });
        const signedIn = await signedInHere();
        if (signedIn) {
          const token = await reauthenticateWithProvider({ ...ctx, actor: signedIn.actor }, identity).catch((error) => {
            throw toSignInError(error);
          });
          if (token !== null) await browser.setReauthToken(token);
          return token !== null || `${REAUTH_PATH}?error=${"OtherAccount" satisfies SignInError}`;
        }
        const userId = await signInWithProvider(ctx, identity).catch((error) => {
          throw toSignInError(error);
        });
        if (userId === null) return `${SIGN_IN_PATH}?error=${"EmailNotVerified" satisfies SignInError}`;
        return (await secondFactorRedirect(userId, account.provider)) ?? true;
      },
      async jwt({ token, user, account, profile }) {
        if (!account) return token;
        const viaProvider = account.type === "oauth";
        // Re-authentication keeps the current session and its token.
        if (viaProvider && (await signedInHere()))
          return { ...(await verifySessionToken(ctx, { token: browser.session ?? "" })) };
        const userId = viaProvider
          ? await signInWithProvider(ctx, identityOf(providers, { account, user, profile }))
          : user.id;
        if (userId === null) throw failure("EmailNotVerified");
        const signIn = { userId, userAgent, device: browser.device };
        const opened = viaProvider
          ? await openBrowserSession(ctx, { ...signIn, by: account.provider })
          : await openPasswordSession(ctx, { ...signIn, passwordHash: verifiedHash(user) });
        if (!opened) throw failure("SignInFailed");
        await browser.setReauthToken(opened.proof);
        await browser.setDevice(await rememberDevice(ctx, { userId, device: browser.device }));
        const acting = asUser(ctx, userId);
        if (account.provider === COMPANY_SIGN_IN) await joinBrands(acting, providers, profile);
        const active = await findActiveBrand(acting);
        await browser.setActiveBrand(active?.slug ?? null);
        return { ...opened.claims };
      },
      session: ({ session, token }) => ({ ...session, expires: new Date(Number(token.exp) * 1000).toISOString() }),
    },
    events: {
      async signOut({ token }) {
        await browser.setActiveBrand(null);
        const claims = SessionClaims.safeParse(token);
        if (!claims.success) return;
        await revokeSession(asUser(ctx, claims.data.sub), { sid: claims.data.sid });
      },
    },
  };
}
