import type { Actor } from "@/lib/platform/context";

/** Kinds of credentials, as lists of calls are narrowed by them; `none` is who proved nothing. */
export const CREDENTIAL_KINDS = ["api-key", "tool", "session", "federation", "dispatch", "none"] as const;

/** By what each kind of actor was proved. */
export const CREDENTIAL_OF: Record<Actor["kind"], (typeof CREDENTIAL_KINDS)[number]> = {
  "api-key": "api-key",
  tool: "tool",
  federation: "federation",
  user: "session",
  system: "dispatch",
  anonymous: "none",
};

/** How a call ended, as lists of them are narrowed. */
export const REQUEST_OUTCOMES = ["succeeded", "failed", "refused", "limited", "broken"] as const;
