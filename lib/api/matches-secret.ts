import { hash, timingSafeEqual } from "node:crypto";

/** Hex digits: Node returns them four times faster than a buffer. */
const digest = (value: string): Buffer => Buffer.from(hash("sha256", value, "hex"), "latin1");
const digests = new Map<string, Buffer>();

function configuredDigest(secret: string): Buffer {
  let known = digests.get(secret);
  if (!known) {
    known = digest(secret);
    digests.set(secret, known);
  }
  return known;
}

export function matchesSecret(presented: string, configured: readonly string[]): boolean {
  const given = digest(presented);
  let matches = false;
  for (const secret of configured) if (timingSafeEqual(given, configuredDigest(secret))) matches = true;
  return matches;
}
