import type { Actor } from "@/lib/platform/context";

/** `none` means unauthenticated. */
export const CREDENTIAL_KINDS = ["api-key", "tool", "session", "federation", "dispatch", "none"] as const;

export const CREDENTIAL_OF: Record<Actor["kind"], (typeof CREDENTIAL_KINDS)[number]> = {
  "api-key": "api-key",
  tool: "tool",
  federation: "federation",
  user: "session",
  system: "dispatch",
  anonymous: "none",
};

export const REQUEST_OUTCOMES = ["succeeded", "failed", "refused", "limited", "broken"] as const;
