import type { FormResult } from "@/lib/web/actions/form-result";

/** A link at the one moment it is known. */
export type MadeLink = { name: string; url: string; expiresAt: Date };

/** What the page lets its dialogs do; the server checks each again. */
export type HandOverActions = {
  make: (form: FormData) => Promise<FormResult<MadeLink>>;
  withdraw: (handOverId: string) => Promise<FormResult>;
};

export type NamedLink = { id: string; name: string; used: boolean };
