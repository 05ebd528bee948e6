import type { ApiKeyScope } from "@/lib/contract";
import type { CredentialBudget, OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { FormResult } from "@/lib/web/actions/form-result";

/** A key at the one moment it is known. */
export type RevealedKey = {
  key: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  /** After a rotation: when the key before it stops working. */
  oldKeyExpiresAt?: Date;
};

/** What the page lets its dialogs do; the server checks each again. */
export type KeyActions = {
  issue: (form: FormData) => Promise<FormResult<RevealedKey>>;
  rotate: (apiKeyId: string, form: FormData) => Promise<FormResult<RevealedKey>>;
  revoke: (apiKeyId: string) => Promise<FormResult>;
  setBudget: (apiKeyId: string, form: FormData) => Promise<FormResult>;
};

/** The key that a dialog is about; `form` tells it from others of its name: `bih_ab12…9xYz`. */
export type NamedKey = { id: string; name: string; form: string };

/** What a key has without a budget of its own, and the most that can be set. */
export type KeyBudgets = { hub: CredentialBudget; ceiling: CredentialBudget };

export type BudgetTarget = NamedKey & { own: OwnBudget };
