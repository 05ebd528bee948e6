"use client";

import { type FormEvent, useRef, useState } from "react";
import { BUDGET_FIELDS, BudgetFields } from "@/components/budgets/budget-fields";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { SettingsForm, useFormResult } from "@/components/ui/form";
import { RadioGroup } from "@/components/ui/radio-group";
import { slugMissing, useSlug } from "@/components/ui/use-slug";
import { SLUG_MAX_LENGTH } from "@/lib/contract";
import { TOOL_LIMITS } from "@/lib/integrations";
import type { CredentialBudget, OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { FormResult } from "@/lib/web/actions/form-result";
import { type CredentialTool, RevealCredentials, type RevealedCredential } from "./credentials/credential-dialogs";
import { type EditQuestion, editQuestions } from "./edit-questions";
import { type MadeLink, RevealLink } from "./setup-links/setup-link-dialogs";
import { sentence, TOOL_FIELDS, ToolFields, type ToolValues, type TryUrl } from "./tool-fields";

type Registered = CredentialTool & ({ link: MadeLink } | { revealed: RevealedCredential[]; lacking?: string });

type RegisterToolFormProps = {
  save: (form: FormData) => Promise<FormResult<Registered>>;
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  tryUrl: TryUrl;
  baseUrl: string;
  /** False if the hub has no key to encrypt signing secrets with. */
  seals: boolean;
};

const NO_KEY = "HUB_ENCRYPTION_KEY is not set, so the hub can’t issue signing secrets.";

export function RegisterToolForm({ save, suggestSlug, tryUrl, baseUrl, seals }: RegisterToolFormProps) {
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [name, setName] = useState("");
  const { slug, setOwn: setOwnSlug } = useSlug(name, { suggestSlug });
  const element = useRef<HTMLFormElement>(null);
  const form = useFormResult(save, setRegistered, TOOL_FIELDS);
  const onStored = () => {
    // Closing removes the dialog's history entry, which would undo a navigation that starts before that.
    const path = `/admin/tools/${registered?.slug}?brands=all#brands`;
    window.addEventListener("popstate", () => window.location.assign(path), { once: true });
    setRegistered(null);
  };
  return (
    <Card>
      {registered ? (
        <Dialog title={`${registered.name} registered`} dismissible={false} open onOpenChange={() => {}}>
          {"link" in registered ? (
            <RevealLink made={registered.link} onStored={onStored} />
          ) : (
            <RevealCredentials {...registered} tool={registered} baseUrl={baseUrl} onStored={onStored} />
          )}
        </Dialog>
      ) : null}
      <SettingsForm
        ref={element}
        form={form}
        submitLabel="Register tool"
        pendingLabel="Checking…"
        disabledReason={slugMissing(slug, "tool")}
      >
        <Field label="Name" required error={form.errorOf("name")}>
          <Input
            name="name"
            maxLength={TOOL_LIMITS.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            autoFocus
          />
        </Field>
        <Field
          label="Slug"
          required
          hint="Lower-case letters, digits and single hyphens. You can’t change it later."
          error={sentence(form.errorOf("slug"))}
        >
          <Input
            name="slug"
            mono
            maxLength={SLUG_MAX_LENGTH}
            autoComplete="off"
            placeholder="night-press"
            value={slug.slug}
            onChange={(event) => setOwnSlug(event.currentTarget.value)}
          />
        </Field>
        <ToolFields errorOf={form.errorOf} form={element} tryUrl={tryUrl} />
        <RadioGroup
          legend="App token and signing secret"
          name="credentials"
          look="cards"
          defaultValue={seals ? "link" : "now"}
          options={[
            {
              value: "link",
              label: "Create a setup link",
              hint: "Recommended. You send the link to the tool’s operator. Only they see the credentials.",
              disabledReason: seals ? null : NO_KEY,
            },
            { value: "now", label: "Show them now", hint: "For a tool that you run yourself." },
          ]}
        />
      </SettingsForm>
    </Card>
  );
}

type EditToolFormProps = {
  tool: ToolValues;
  hasAppToken: boolean;
  save: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  tryUrl: TryUrl;
};

export function EditToolForm({ tool, hasAppToken, save, tryUrl }: EditToolFormProps) {
  const [questions, setQuestions] = useState<EditQuestion[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const agreed = useRef(false);
  const form = useFormResult(save, "Tool saved", TOOL_FIELDS);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const after = { status: String(data.get("status")), ownCredentialsOnly: data.has("ownCredentialsOnly") };
    const next = agreed.current ? [] : editQuestions(tool, after, { hasAppToken });
    agreed.current = false;
    if (next.length === 0) return form.onSubmit(event);
    event.preventDefault();
    setQuestions(next);
  };
  const [first] = questions;
  return (
    <Card>
      <ConfirmDialog
        open={first !== undefined}
        onOpenChange={(open) => open || setQuestions([])}
        title={first?.title}
        effect={questions.map(({ title, effect }) => (
          <p key={title} className="not-first:mt-3">
            {effect}
          </p>
        ))}
        confirmLabel={first?.confirmLabel ?? ""}
        onOk={() => {
          agreed.current = true;
          element.current?.requestSubmit();
        }}
      />
      <SettingsForm ref={element} form={{ ...form, onSubmit: submit }} submitLabel="Save tool" pendingLabel="Checking…">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" maxLength={TOOL_LIMITS.name} defaultValue={tool.name} autoComplete="off" />
        </Field>
        <ToolFields tool={tool} errorOf={form.errorOf} form={element} tryUrl={tryUrl} />
      </SettingsForm>
    </Card>
  );
}

type ToolBudgetFormProps = {
  save: (form: FormData) => Promise<FormResult>;
  own: OwnBudget;
  hub: CredentialBudget;
};

export function ToolBudgetForm({ save, own, hub }: ToolBudgetFormProps) {
  const form = useFormResult(save, "Limits saved", BUDGET_FIELDS);
  return (
    <Card>
      <SettingsForm form={form} submitLabel="Save limits" pendingLabel="Saving…">
        <BudgetFields own={own} hub={hub} errorOf={form.errorOf} />
      </SettingsForm>
    </Card>
  );
}
