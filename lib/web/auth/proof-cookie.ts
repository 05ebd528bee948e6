import { PROOF_LIFETIME_MS } from "@/lib/platform/context";

/** `__Host-` on https, as for the session's cookie: no child's subdomain can plant one. */
export const proofCookieName = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? "__Host-hub-proof" : "hub-proof";

/**
 * The cookie by which the hub knows the browser in which somebody has just proved who they are. It lives as long as the proof, is another with
 * each, and is no credential without the session's. `Strict`: what asks for a proof is only ever called by the hub's own pages.
 */
export function proofCookie(proof: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) {
  return {
    name: proofCookieName(HUB_BASE_URL),
    value: proof,
    domain: undefined,
    path: "/",
    sameSite: "strict",
    secure: HUB_BASE_URL.startsWith("https:"),
    httpOnly: true,
    maxAge: PROOF_LIFETIME_MS / 1000,
  } as const;
}
