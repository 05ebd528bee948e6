import type { FormResult } from "@/lib/web/actions/form-result";

export type MadeLink = { name: string; url: string; expiresAt: Date };

export type HandOverActions = {
  make: (form: FormData) => Promise<FormResult<MadeLink>>;
  withdraw: (handOverId: string) => Promise<FormResult>;
};

export type NamedLink = { id: string; name: string; used: boolean };
