import type { FormResult } from "@/lib/actions/form-result";

/** A key at the one moment it is known. */
export type RevealedKey = {
  key: string;
  name: string;
  expiresAt: Date | null;
  /** After a rotation: when the key before it stops working. */
  oldKeyExpiresAt?: Date;
};

/** What the page lets its dialogs do; the server checks each again. */
export type KeyActions = {
  issue: (form: FormData) => Promise<FormResult<RevealedKey>>;
  rotate: (apiKeyId: string, form: FormData) => Promise<FormResult<RevealedKey>>;
  revoke: (apiKeyId: string) => Promise<FormResult>;
};

/** The key that a dialog is about; `form` tells it from others of its name: `bih_ab12…9xYz`. */
export type NamedKey = { id: string; name: string; form: string };
