import { Secret, TOTP } from "otpauth";

/** What every authenticator app does without being told (RFC 6238). */
const FORM = { issuer: "Brand Identity Hub", algorithm: "SHA1", digits: 6, period: 30 } as const;
const PERIOD_MS = FORM.period * 1000;

/** Steps by which an app's clock may be off, either way. */
const WINDOW = 1;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret), issuerInLabel: true });

/** A new secret of 160 bits, as a person can type it: base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says to the app. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that the code was made for, or null for a wrong one. Compared in constant time, by the library. */
export function stepOfCode(secret: string, { code, now }: { code: string; now: Date }): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta;
}

/** A code without the space in the middle that apps show; null for what can be none. */
export function parseCode(text: string): string | null {
  const code = text.replace(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}
