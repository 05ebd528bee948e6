import type { PasskeyRequest, ReauthMethod } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type ProofChoices = {
  /** For password managers, which want to know whose password it is. */
  email: string;
  kinds: ReauthMethod[];
  /** Each with the page that leads there and back, for a window of its own. */
  providers: { id: string; name: string; href: string }[];
};

/** What the dialog calls; the server checks each again. */
export type ProofActions = {
  list: () => Promise<FormResult<ProofChoices>>;
  askForPasskey: () => Promise<FormResult<PasskeyRequest>>;
  prove: (kind: ReauthMethod, form: FormData) => Promise<FormResult>;
};
