import { createHmac } from "node:crypto";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Builds a JWT with this header and these claims, signed with HMAC-SHA256 whatever its `alg`. A null secret leaves it
 * unsigned.
 */
export function forgeJwt(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  secret: string | null,
): string {
  const input = `${part(header)}.${part(claims)}`;
  const signature = secret === null ? "" : createHmac("sha256", secret).update(input).digest("base64url");
  return `${input}.${signature}`;
}

/** Reads a JWT's header and claims without verifying it. */
export function readJwt(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = token
    .split(".")
    .slice(0, 2)
    .map((piece) => JSON.parse(Buffer.from(piece, "base64url").toString()));
  return { header, claims };
}
