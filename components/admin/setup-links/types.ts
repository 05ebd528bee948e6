import type { FormResult } from "@/lib/web/actions/form-result";

export type MadeLink = { name: string; url: string; expiresAt: Date };

export type SetupLinkActions = {
  make: (form: FormData) => Promise<FormResult<MadeLink>>;
  withdraw: (linkId: string) => Promise<FormResult>;
};

export type NamedLink = { id: string; name: string; used: boolean };
