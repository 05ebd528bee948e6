// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { Digest, IdentityVersion, LanguageTag, Timestamp, Uuid } from "./primitives.js";
import { CHANGED_PARTS, CONTEXT_TASKS, CONTEXT_TOKENS } from "./words.js";

const listedVersion = z
  .object({
    version: IdentityVersion,
    published_at: Timestamp,
    digest: Digest.meta({ description: "SHA-256 of the version's canonical JSON in lower-case hex" }),
    changed: z.array(z.enum(CHANGED_PARTS)).meta({ description: "The parts that changed" }),
  })
  .meta({ id: "ListedVersion" });

export const MAX_VERSIONS_LISTED = 100;

export const VersionListQuery = z.object({
  after: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,8})$/, "must be a version number")
    .transform(Number)
    .optional()
    .meta({
      type: "integer",
      minimum: 0,
      maximum: 999_999_999,
      description: "Returns only versions after this one",
    }),
  limit: z
    .string()
    .regex(/^([1-9][0-9]?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: MAX_VERSIONS_LISTED, description: "Page size, 100 by default" }),
});

export const VersionList = open(z.object({ versions: z.array(listedVersion) }).meta({ id: "VersionList" }));

export const ContextQuery = z.object({
  task: z.enum(CONTEXT_TASKS).meta({ description: "What the model will do. It decides what comes first." }),
  locale: LanguageTag.optional().meta({
    description: "Language of the texts, such as `de`. The main language if the brand has no texts in it.",
  }),
  max_tokens: z
    .string()
    .regex(/^([3-9][0-9]{2}|[1-7][0-9]{3}|8000)$/, "must be a whole number from 300 to 8000")
    .transform(Number)
    .optional()
    .meta({
      type: "integer",
      minimum: CONTEXT_TOKENS.min,
      maximum: CONTEXT_TOKENS.max,
      description: `The budget, ${CONTEXT_TOKENS.usual} by default`,
    }),
  version: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a version number")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: 999_999_999, description: "A version. The current one by default" }),
});

/** The signed statement about a version. */
export const VersionProof = z
  .object({
    brand_id: Uuid,
    version: IdentityVersion,
    published_at: Timestamp,
    sha256: Digest.meta({ description: "SHA-256 of the version's canonical JSON in lower-case hex" }),
    previous: Digest.nullable().meta({ description: "Digest of the version before. Null for version 1." }),
    approvals: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: "Approvals at publishing. Null where none were counted." }),
  })
  .meta({ id: "VersionProof" });
export type VersionProof = z.infer<typeof VersionProof>;

/** `typ` of a proof's header. */
export const VERSION_PROOF_TYPE = "hub-version+jws";

export const ProofResponse = open(
  z
    .object({ proof: z.string().meta({ description: "Compact JWS (RFC 7515), signed with Ed25519" }) })
    .meta({ id: "ProofResponse" }),
);

/** The version or its proof isn't genuine. `message` says why. */
export class UnverifiedVersion extends Error {
  override readonly name = "UnverifiedVersion";
}

interface PublicKeys {
  keys: readonly { kid?: string | undefined; x?: string | undefined }[];
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const parsedPart = (base64url: string): unknown => JSON.parse(new TextDecoder().decode(bytesOf(base64url)));

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function signedStatement(proof: string, { keys }: PublicKeys): Promise<VersionProof> {
  const parts = proof.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  const { alg, typ, kid } = parsedPart(header) as Record<string, unknown>;
  if (parts.length !== 3 || alg !== "EdDSA" || typ !== VERSION_PROOF_TYPE)
    throw new UnverifiedVersion("This is not a version's proof.");
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new UnverifiedVersion("The proof's key is not among the hub's keys.");
  const publicKey = { kty: "OKP", crv: "Ed25519", x: jwk.x ?? "" };
  const key = await crypto.subtle.importKey("jwk", publicKey, { name: "Ed25519" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  if (!(await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(signature), signed)))
    throw new UnverifiedVersion("The proof's signature is wrong.");
  return VersionProof.parse(parsedPart(payload));
}

/**
 * Verifies a version offline and returns what its proof states. Works in Node, Deno and browsers with Ed25519.
 * @param bytes the response body of the version's address, unchanged
 * @param jwks the hub's `/.well-known/jwks.json`
 * @throws UnverifiedVersion if a byte differs, or the proof is forged or of another brand or version
 */
export async function verifyVersion(bytes: Uint8Array, proof: string, jwks: PublicKeys): Promise<VersionProof> {
  const statement = await signedStatement(proof, jwks).catch((error: unknown) => {
    throw error instanceof UnverifiedVersion
      ? error
      : new UnverifiedVersion("The proof is malformed.", { cause: error });
  });
  if ((await sha256(bytes)) !== statement.sha256)
    throw new UnverifiedVersion("The content is not what the proof states.");
  return statement;
}
