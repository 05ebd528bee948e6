import type { NewPasskeyRequest, PasskeyRequest } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

/** By the names of what browsers throw (WebAuthn, 5.1.3 and 5.1.4). */
const SENTENCES: Record<string, string> = {
  NotAllowedError: "No passkey was used. Try again, or use another way.",
  AbortError: "No passkey was used. Try again, or use another way.",
  InvalidStateError: "This device has a passkey of your account already.",
  NotSupportedError: "This device cannot hold such a passkey. Use another one.",
  ConstraintError:
    "This device cannot check that it is you. Set up a PIN, a finger or a face on it, or use another one.",
  SecurityError: "Passkeys do not work at this address. Open the hub by its proper one.",
};

const isNamed = (error: unknown): error is { name: string } =>
  typeof error === "object" && error !== null && "name" in error;

function failure(error: unknown): FormResult<never> {
  const sentence = isNamed(error) ? SENTENCES[error.name] : undefined;
  return { status: "error", message: sentence ?? "This browser cannot use passkeys here.", field: "passkey" };
}

/** Asks the hub, then the authenticator; gives its answer as JSON text, or why there is none. */
async function ceremony<Request>(
  ask: () => Promise<FormResult<Request>>,
  start: (webauthn: typeof import("@simplewebauthn/browser"), request: Request) => Promise<unknown>,
): Promise<FormResult<string>> {
  const [asked, webauthn] = await Promise.all([ask(), import("@simplewebauthn/browser")]);
  if (asked.status !== "ok") return asked;
  try {
    return { status: "ok", data: JSON.stringify(await start(webauthn, asked.data)) };
  } catch (error) {
    return failure(error);
  }
}

export const answerByPasskey = (ask: () => Promise<FormResult<PasskeyRequest>>): Promise<FormResult<string>> =>
  ceremony(ask, ({ startAuthentication }, optionsJSON) => startAuthentication({ optionsJSON }));

export const makePasskey = (ask: () => Promise<FormResult<NewPasskeyRequest>>): Promise<FormResult<string>> =>
  ceremony(ask, ({ startRegistration }, optionsJSON) => startRegistration({ optionsJSON }));
