import type { FormResult } from "@/lib/web/actions/form-result";

export type RevealedToken = { token: string; name: string; expiresAt: Date };

/** What the account page lets its lists do; the server checks each again. */
export type SessionActions = {
  issueToken: (form: FormData) => Promise<FormResult<RevealedToken>>;
  /** Ends one session, browser or token. */
  revoke: (sid: string) => Promise<FormResult>;
  /** Ends every session but this one. */
  revokeOthers: () => Promise<FormResult<number>>;
};
