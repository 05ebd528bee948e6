import type { ApiKeyScope } from "@/lib/contract";
import type { CredentialBudget, OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { FormResult } from "@/lib/web/actions/form-result";

export type RevealedKey = {
  key: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  /** After a rotation: when the previous key expires. */
  oldKeyExpiresAt?: Date;
};

export type KeyActions = {
  issue: (form: FormData) => Promise<FormResult<RevealedKey>>;
  rotate: (apiKeyId: string, form: FormData) => Promise<FormResult<RevealedKey>>;
  revoke: (apiKeyId: string) => Promise<FormResult>;
  setBudget: (apiKeyId: string, form: FormData) => Promise<FormResult>;
};

/** `form` is the masked key, such as `bih_ab12…9xYz`. */
export type NamedKey = { id: string; name: string; form: string };

/** Default limits of a key, and the most that can be set. */
export type KeyBudgets = { hub: CredentialBudget; ceiling: CredentialBudget };

export type BudgetTarget = NamedKey & { own: OwnBudget };
