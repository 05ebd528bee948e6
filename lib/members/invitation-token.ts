import { createHash, randomBytes } from "node:crypto";

/** How long an invitation's link works. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A token of 256 random bits for an invitation's link, shown once. */
export const newInvitationToken = (): string => randomBytes(32).toString("base64url");

/** What the hub keeps of a token; null for what can be none, which is refused without a query. */
export const digestInvitationToken = (token: string): string | null =>
  FORM.test(token) ? createHash("sha256").update(token).digest("hex") : null;

/** The page, within the hub, that an invitation's link opens. */
export const invitationPath = (token: string): string => `/invite/${token}`;
