import { randomBytes } from "node:crypto";
import { keyFormat } from "@/lib/platform/key-format";

/** `bihc_` and 36 characters, as API keys are `bih_` and 36. */
export const { make: makeToolToken, isForm: isToolTokenForm, visibleParts } = keyFormat("bihc_");

const SIGNING_SECRET_PREFIX = "whsec_";
/** A multiple of three, so that base64 ends without padding; Standard Webhooks asks for 24 to 64. */
const SIGNING_SECRET_BYTES = 33;

/** A new signing secret as Standard Webhooks writes it, `whsec_` and base64 of the key, which its libraries take as it is. */
export const makeSigningSecret = (): string =>
  `${SIGNING_SECRET_PREFIX}${randomBytes(SIGNING_SECRET_BYTES).toString("base64")}`;

/** What may be shown of a signing secret later on: its end alone. */
export const visibleEnd = (secret: string): { prefix: string; lastFour: string } => ({
  prefix: SIGNING_SECRET_PREFIX,
  lastFour: secret.slice(-4),
});
