import type { toolCredentials } from "@/db/schema";

export type ToolCredentialKind = (typeof toolCredentials.$inferSelect)["kind"];

export const CREDENTIAL_KIND_LABEL: Record<ToolCredentialKind, string> = {
  app_token: "Child app token",
  signing_secret: "Webhook signing secret",
};

export const MAX_CREDENTIAL_NAME_LENGTH = 100;
/** Days before and after a key's end in which people are notified. */
export const EXPIRY_WARNING_DAYS = 14;
export const EXPIRY_WARNING_MS = EXPIRY_WARNING_DAYS * 24 * 60 * 60_000;
/** Per kind: the current one and its replacement. */
export const MAX_ACTIVE_CREDENTIALS = 2;
/** Enough time to redeploy what uses the old one. */
export const MAX_OVERLAP_HOURS = 720;
