"use client";

import { type FormEvent, useRef, useState } from "react";
import { BUDGET_FIELDS, BudgetFields } from "@/components/budgets/budget-fields";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { slugMissing, useSlug } from "@/components/ui/use-slug";
import { SLUG_MAX_LENGTH } from "@/lib/contract";
import { TOOL_LIMITS } from "@/lib/integrations";
import type { CredentialBudget, OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { FormResult } from "@/lib/web/actions/form-result";
import { RevealCredentials } from "./credentials/reveal-credentials";
import type { CredentialTool, RevealedCredential } from "./credentials/types";
import { type EditQuestion, editQuestions } from "./edit-questions";
import { RevealLink } from "./hand-overs/reveal-link";
import type { MadeLink } from "./hand-overs/types";
import { sentence, TOOL_FIELDS, ToolFields, type ToolValues, type TryUrl } from "./tool-fields";

/** What was registered, and what there is to pass on. */
type Registered = CredentialTool & ({ link: MadeLink } | { revealed: RevealedCredential[]; lacking?: string });

type RegisterToolFormProps = {
  save: (form: FormData) => Promise<FormResult<Registered>>;
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  tryUrl: TryUrl;
  baseUrl: string;
  /** False where the hub has no key to seal signing secrets with. */
  seals: boolean;
};

const NO_KEY = "HUB_ENCRYPTION_KEY is not set, so that the hub makes no signing secrets.";

/** Registers a tool, shows what to pass on, and leads to the brands that may use it. */
export function RegisterToolForm({ save, suggestSlug, tryUrl, baseUrl, seals }: RegisterToolFormProps) {
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [name, setName] = useState("");
  const { slug, setOwn: setOwnSlug } = useSlug(name, { suggestSlug });
  const element = useRef<HTMLFormElement>(null);
  const form = useFormResult(save, setRegistered, TOOL_FIELDS);
  const onStored = () => {
    // What held the page takes its entry out of the history again, which would undo a step that is taken before.
    const path = `/admin/tools/${registered?.slug}?brands=all#brands`;
    window.addEventListener("popstate", () => window.location.assign(path), { once: true });
    setRegistered(null);
  };
  return (
    <Card>
      {registered ? (
        <Dialog title={`${registered.name} is registered`} dismissible={false} open onOpenChange={() => {}}>
          {"link" in registered ? (
            <RevealLink made={registered.link} onStored={onStored} />
          ) : (
            <RevealCredentials {...registered} tool={registered} baseUrl={baseUrl} onStored={onStored} />
          )}
        </Dialog>
      ) : null}
      <form ref={element} onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input
            name="name"
            maxLength={TOOL_LIMITS.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
        </Field>
        <Field
          label="Slug"
          required
          hint="Lower-case letters, digits and single hyphens. It names the tool's secrets and never changes."
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
          legend="Its app token and signing secret"
          name="credentials"
          look="cards"
          defaultValue={seals ? "link" : "now"}
          options={[
            {
              value: "link",
              label: "Hand over by a link",
              hint: "Recommended. You send the tool’s operator a link, which makes them and shows them once. Nobody else sees them.",
              disabledReason: seals ? null : NO_KEY,
            },
            { value: "now", label: "Show them to me now", hint: "For a tool that you run yourself." },
          ]}
        />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Checking…" disabledReason={slugMissing(slug, "tool")}>
            Register the tool
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

type EditToolFormProps = {
  tool: ToolValues;
  /** Whether a child app token of the tool works, made in the hub or set by the environment. */
  hasAppToken: boolean;
  save: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  tryUrl: TryUrl;
};

/** Edits a registered tool, whose slug stays. What would stop something asks first. */
export function EditToolForm({ tool, hasAppToken, save, tryUrl }: EditToolFormProps) {
  const [asking, setAsking] = useState<EditQuestion[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const agreed = useRef(false);
  const toast = useToast();
  const form = useFormResult(save, () => toast({ tone: "success", title: "Saved." }), TOOL_FIELDS);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = new FormData(event.currentTarget);
    const after = { status: String(given.get("status")), ownCredentialsOnly: given.has("ownCredentialsOnly") };
    const questions = agreed.current ? [] : editQuestions(tool, after, { hasAppToken });
    agreed.current = false;
    if (questions.length === 0) return form.onSubmit(event);
    event.preventDefault();
    setAsking(questions);
  };
  const [first] = asking;
  return (
    <Card>
      <ConfirmDialog
        open={first !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking([]);
        }}
        title={first?.title}
        effect={asking.map(({ title, effect }) => (
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
      <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" maxLength={TOOL_LIMITS.name} defaultValue={tool.name} autoComplete="off" />
        </Field>
        <ToolFields tool={tool} errorOf={form.errorOf} form={element} tryUrl={tryUrl} />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Checking…">
            Save
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

type ToolBudgetFormProps = {
  save: (form: FormData) => Promise<FormResult>;
  own: OwnBudget;
  /** The default budget, for a tool that has none. */
  hub: CredentialBudget;
};

export function ToolBudgetForm({ save, own, hub }: ToolBudgetFormProps) {
  const toast = useToast();
  const form = useFormResult(save, () => toast({ tone: "success", title: "The budget is set." }), BUDGET_FIELDS);
  return (
    <Card>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <BudgetFields own={own} hub={hub} errorOf={form.errorOf} />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Setting…">
            Set budget
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
