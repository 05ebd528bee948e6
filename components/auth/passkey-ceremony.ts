import type { NewPasskeyRequest, PasskeyRequest } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Keyed by the browser's error names (WebAuthn, 5.1.3 and 5.1.4). */
const SENTENCES: Record<string, string> = {
  NotAllowedError: "No passkey was used. Try again or use another method.",
  AbortError: "No passkey was used. Try again or use another method.",
  InvalidStateError: "This device already has a passkey for your account.",
  NotSupportedError: "This device doesn’t support this kind of passkey. Use another device.",
  ConstraintError: "This device can’t verify you. Set up a PIN, fingerprint or face unlock, or use another device.",
  SecurityError: "Passkeys don’t work at this URL. Open the hub at its main URL.",
};

const isNamed = (error: unknown): error is { name: string } =>
  typeof error === "object" && error !== null && "name" in error;

function failure(error: unknown): FormResult<never> {
  const sentence = isNamed(error) ? SENTENCES[error.name] : undefined;
  return { status: "error", message: sentence ?? "This browser can’t use passkeys here.", field: "passkey" };
}

/** Gets options from the hub, then asks the authenticator. Returns its response as JSON text, or an error. */
async function ceremony<Request>(
  ask: () => Promise<FormResult<Request>>,
  start: (webauthn: typeof import("@simplewebauthn/browser"), request: Request) => Promise<unknown>,
): Promise<FormResult<string>> {
  const [options, webauthn] = await Promise.all([ask(), import("@simplewebauthn/browser")]);
  if (options.status !== "ok") return options;
  try {
    return { status: "ok", data: JSON.stringify(await start(webauthn, options.data)) };
  } catch (error) {
    return failure(error);
  }
}

export const answerByPasskey = (ask: () => Promise<FormResult<PasskeyRequest>>): Promise<FormResult<string>> =>
  ceremony(ask, ({ startAuthentication }, optionsJSON) => startAuthentication({ optionsJSON }));

export const makePasskey = (ask: () => Promise<FormResult<NewPasskeyRequest>>): Promise<FormResult<string>> =>
  ceremony(ask, ({ startRegistration }, optionsJSON) => startRegistration({ optionsJSON }));
