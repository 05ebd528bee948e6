import type { toolCredentials } from "@/db/schema";

export type ToolCredentialKind = (typeof toolCredentials.$inferSelect)["kind"];

/** What people call each kind. */
export const CREDENTIAL_KIND_LABEL: Record<ToolCredentialKind, string> = {
  app_token: "Child app token",
  signing_secret: "Webhook signing secret",
};

export const MAX_CREDENTIAL_NAME_LENGTH = 100;
/** Of one kind and tool: the one that is used, and the one whose place it takes. */
export const MAX_IN_FORCE = 2;
/** Thirty days: long enough for every deployment that holds the old one. */
export const MAX_OVERLAP_HOURS = 720;
