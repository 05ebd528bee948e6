import { randomBytes } from "node:crypto";
import { keyFormat } from "@/lib/platform/key-format";

/** `bihc_` and 36 characters. */
export const { make: makeToolToken, isForm: isToolTokenForm, visibleParts } = keyFormat("bihc_");

const SIGNING_SECRET_PREFIX = "whsec_";
/** A multiple of three, so that base64 has no padding. Standard Webhooks wants 24 to 64. */
const SIGNING_SECRET_BYTES = 33;

/** Standard Webhooks form: `whsec_` and the key in base64. */
export const makeSigningSecret = (): string =>
  `${SIGNING_SECRET_PREFIX}${randomBytes(SIGNING_SECRET_BYTES).toString("base64")}`;

export const visibleEnd = (secret: string): { prefix: string; lastFour: string } => ({
  prefix: SIGNING_SECRET_PREFIX,
  lastFour: secret.slice(-4),
});
