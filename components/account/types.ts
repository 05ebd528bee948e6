import type { FormResult } from "@/lib/web/actions/form-result";

export type RevealedToken = { token: string; name: string; expiresAt: Date };

export type SessionActions = {
  issueToken: (form: FormData) => Promise<FormResult<RevealedToken>>;
  revoke: (sid: string) => Promise<FormResult>;
  /** Revokes all sessions except this one. */
  revokeOthers: () => Promise<FormResult<number>>;
};
