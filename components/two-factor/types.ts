import type { AppSetUp, NewPasskeyRequest } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Recovery codes, shown once. Null if the person already has some. */
export type NewCodes = { recoveryCodes: string[] | null };

export type FactorActions = {
  createRegistrationChallenge: () => Promise<FormResult<NewPasskeyRequest>>;
  addPasskey: (form: FormData) => Promise<FormResult<NewCodes>>;
  renamePasskey: (id: string, form: FormData) => Promise<FormResult>;
  removePasskey: (id: string) => Promise<FormResult>;
  beginApp: () => Promise<FormResult<AppSetUp>>;
  confirmApp: (form: FormData) => Promise<FormResult<NewCodes>>;
  removeApp: () => Promise<FormResult>;
  makeCodes: () => Promise<FormResult<string[]>>;
};
