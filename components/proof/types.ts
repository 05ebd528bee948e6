import type { PasskeyRequest, ReauthMethod } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type ProofChoices = {
  email: string;
  kinds: ReauthMethod[];
  /** `href` opens the provider's sign-in in a popup. */
  providers: { id: string; name: string; href: string }[];
};

export type ProofActions = {
  list: () => Promise<FormResult<ProofChoices>>;
  askForPasskey: () => Promise<FormResult<PasskeyRequest>>;
  prove: (kind: ReauthMethod, form: FormData) => Promise<FormResult>;
};
