import type { ToolCredentialKind } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

/** A credential at the one moment it is known. */
export type RevealedCredential = {
  kind: ToolCredentialKind;
  name: string;
  secret: string;
  expiresAt: Date | null;
  /** After a rotation: when the one before it ends. */
  oldEndsAt?: Date;
};

/** What the page lets its dialogs do; the server checks each again. */
export type CredentialActions = {
  issue: (kind: ToolCredentialKind, form: FormData) => Promise<FormResult<RevealedCredential>>;
  rotate: (credentialId: string, form: FormData) => Promise<FormResult<RevealedCredential>>;
  revoke: (credentialId: string) => Promise<FormResult>;
};

/** The credential that a dialog is about; `form` tells it from others of its name: `bihc_ab12…9xYz`. */
export type NamedCredential = { id: string; kind: ToolCredentialKind; name: string; form: string };

/** Whom a credential is for: what the lines for its environment are made with. */
export type CredentialTool = { slug: string; name: string };
