import type { PasskeyRequest, ReauthMethod } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type ReauthChoices = {
  email: string;
  kinds: ReauthMethod[];
  /** `href` opens the provider's sign-in in a popup. */
  providers: { id: string; name: string; href: string }[];
};

export type ReauthActions = {
  list: () => Promise<FormResult<ReauthChoices>>;
  askForPasskey: () => Promise<FormResult<PasskeyRequest>>;
  verify: (kind: ReauthMethod, form: FormData) => Promise<FormResult>;
};
