import { createHmac } from "node:crypto";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT exactly as asked for, signed with HMAC-SHA256 whatever its header claims; `secret` null leaves it unsigned. */
export function forgeJwt(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  secret: string | null,
): string {
  const input = `${part(header)}.${part(claims)}`;
  const signature = secret === null ? "" : createHmac("sha256", secret).update(input).digest("base64url");
  return `${input}.${signature}`;
}

/** Header and claims of a JWT, unverified. */
export function readJwt(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = token
    .split(".")
    .slice(0, 2)
    .map((piece) => JSON.parse(Buffer.from(piece, "base64url").toString()));
  return { header, claims };
}
