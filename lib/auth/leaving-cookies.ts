import { createHash } from "node:crypto";

/** As long as next-auth lets somebody stay at a provider. */
const MAX_AGE_SECONDS = 15 * 60;

/**
 * The cookies in which next-auth keeps what a sign-in at a provider must bring back, under names of the session that set out: what
 * returns in another, or signed in where nobody was, finds none and is refused. So nobody's sign-in elsewhere is taken for a proof in a
 * session that did not ask for it. `__Host-`, so that no child's subdomain can plant them.
 */
export function leavingCookies(baseUrl: string, session: string | undefined) {
  const secure = baseUrl.startsWith("https:");
  const asker = session ? createHash("sha256").update(`leaving:${session}`).digest("base64url").slice(0, 22) : "nobody";
  const cookie = (what: string) => ({
    name: `${secure ? "__Host-" : ""}hub-${what}.${asker}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: MAX_AGE_SECONDS } as const,
  });
  return { state: cookie("state"), pkceCodeVerifier: cookie("pkce"), nonce: cookie("nonce") };
}
