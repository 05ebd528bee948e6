import { decodeJwt, decodeProtectedHeader } from "jose";

/** The two readable parts of a token. */
export interface DecodedToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** What a token says of itself, for people to look at. Proves nothing: nothing is verified here. */
export function describeFederationToken(token: string): DecodedToken {
  return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
}
