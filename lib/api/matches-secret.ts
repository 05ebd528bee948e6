import { hash, timingSafeEqual } from "node:crypto";

/** The digest's digits: to have Node write them takes a quarter of what it takes to be given a buffer of the digest. */
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

/** True when the presented secret is one of the configured ones; compares digests in constant time. No list never matches. */
export function matchesSecret(presented: string, configured: readonly string[]): boolean {
  const given = digest(presented);
  let matches = false;
  for (const secret of configured) if (timingSafeEqual(given, configuredDigest(secret))) matches = true;
  return matches;
}
