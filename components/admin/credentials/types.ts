import type { ToolCredentialKind } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

export type RevealedCredential = {
  kind: ToolCredentialKind;
  name: string;
  secret: string;
  expiresAt: Date | null;
  /** After a rotation: when the previous credential expires. */
  oldEndsAt?: Date;
};

export type CredentialActions = {
  issue: (kind: ToolCredentialKind, form: FormData) => Promise<FormResult<RevealedCredential>>;
  rotate: (credentialId: string, form: FormData) => Promise<FormResult<RevealedCredential>>;
  revoke: (credentialId: string) => Promise<FormResult>;
};

/** `form` is the masked value, such as `bihc_ab12…9xYz`. */
export type NamedCredential = { id: string; kind: ToolCredentialKind; name: string; form: string };

export type CredentialTool = { slug: string; name: string };
