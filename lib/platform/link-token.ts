import { createHash, randomBytes } from "node:crypto";

const FORM = /^[A-Za-z0-9_-]{43}$/;

const digest = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A token of 256 random bits for a link or a cookie, given once, with the digest that the hub keeps of it. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: digest(token) };
}

/** What the hub keeps of a token; null for what can be none, so that it is refused without a query. */
export const linkTokenHash = (token: string): string | null => (FORM.test(token) ? digest(token) : null);
