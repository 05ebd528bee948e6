import { z } from "zod";
import { BadRequest } from "@/lib/platform/errors";

/** Far above any real authenticator's, to bound the parsing of anonymous input. */
const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const CredentialId = Bytes(1400).min(1);
const Common = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
  // The hub requests no extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const Assertion = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes(8192),
    authenticatorData: Bytes(8192),
    signature: Bytes(8192),
    userHandle: Bytes(128).optional(),
  }),
});

const Registration = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes(8192),
    attestationObject: Bytes(32_768),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(8)
      .catch([])
      .default([]),
  }),
});

const MAX_CHARACTERS = 65_536;

function parseAnswer<Shape extends z.ZodType>(shape: Shape, json: string): z.output<Shape> {
  const invalid = (cause?: unknown) =>
    new BadRequest("The browser sent no valid passkey. Try again.", { field: "passkey", cause });
  if (json.length > MAX_CHARACTERS) throw invalid();
  try {
    return shape.parse(JSON.parse(json));
  } catch (error) {
    throw invalid(error);
  }
}

/** @throws BadRequest with `field: "passkey"` */
export const parseAssertion = (json: string) => parseAnswer(Assertion, json);

/** @throws BadRequest with `field: "passkey"` */
export const parseRegistration = (json: string) => parseAnswer(Registration, json);
