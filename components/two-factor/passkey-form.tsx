"use client";

import { makePasskey } from "@/components/auth/passkey-ceremony";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogForm } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useFormResult } from "@/components/ui/form";
import { askToReauthenticate } from "@/components/ui/reached";
import { RevealOnce } from "@/components/ui/reveal-once";
import { type AppSetUp, FACTOR_LIMITS, type NewPasskeyRequest } from "@/lib/access";
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

const NAME_HINT = "For example “Laptop” or “Blue security key”";

type NewPasskeyFormProps = {
  actions: Pick<FactorActions, "createRegistrationChallenge" | "addPasskey">;
  onAdded: (made: NewCodes) => void;
};

export function NewPasskeyForm({ actions, onAdded }: NewPasskeyFormProps) {
  async function add(fields: FormData): Promise<FormResult<NewCodes>> {
    const made = await makePasskey(actions.createRegistrationChallenge);
    if (made.status !== "ok") return made;
    fields.set("passkey", made.data);
    return actions.addPasskey(fields);
  }
  const form = useFormResult(add, onAdded, ["name"]);
  return (
    <DialogForm form={form} submitLabel="Add passkey" pendingLabel="Waiting for your device…">
      <Field label="Name" required hint={NAME_HINT} error={form.errorOf("name")}>
        <Input name="name" maxLength={FACTOR_LIMITS.name} autoComplete="off" />
      </Field>
    </DialogForm>
  );
}

type RenamePasskeyFormProps = { name: string; rename: (form: FormData) => Promise<FormResult>; onRenamed: () => void };

export function RenamePasskeyForm({ name, rename, onRenamed }: RenamePasskeyFormProps) {
  const form = useFormResult(rename, onRenamed, ["name"]);
  return (
    <DialogForm form={form} submitLabel="Rename passkey" pendingLabel="Renaming…">
      <Field label="Name" required hint={NAME_HINT} error={form.errorOf("name")}>
        <Input name="name" defaultValue={name} maxLength={FACTOR_LIMITS.name} autoComplete="off" />
      </Field>
    </DialogForm>
  );
}

/** Re-authenticates with a second factor. Then reloads, because the router's cache may lead back here. */
export function ConfirmButton({ to }: { to: string }) {
  return (
    <Button variant="primary" onClick={async () => (await askToReauthenticate()) && window.location.assign(to)}>
      Confirm it’s you
    </Button>
  );
}

export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <RevealOnce
      advice="Each code signs you in once if you lose your passkey or app. Print them or keep them in a password manager."
      gone="You can only see recovery codes once. Create new ones."
      onStored={onStored}
    >
      <CodeBlock code={codes.join("\n")} label="Recovery codes" />
    </RevealOnce>
  );
}
