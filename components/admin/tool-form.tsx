"use client";

import { type FormEvent, useRef, useState } from "react";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { TagInput } from "@/components/ui/tag-input";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { slugMissing, useSlug } from "@/components/ui/use-slug";
import type { FormResult } from "@/lib/actions/form-result";
import { MAX_SLUG_LENGTH } from "@/lib/brands";
import { TOOL_STATUSES, type ToolStatus } from "@/lib/contract";
import { MAX_WEBHOOK_URL_LENGTH } from "@/lib/deliveries";
import { TOOL_LIMITS } from "@/lib/tools";
import { RevealCredentials } from "./credentials/reveal-credentials";
import type { RevealedCredential } from "./credentials/types";
import { type TryUrl, TryUrlButton } from "./try-url-button";

/** What the form shows of a tool that is registered. */
export type ToolValues = {
  slug: string;
  name: string;
  description: string;
  status: ToolStatus;
  defaultWebhookUrl: string | null;
  connectUrl: string | null;
  initiateLoginUrl: string | null;
  ownCredentialsOnly: boolean;
  eventPatterns: string[];
};

/** What was registered, and what it was given. */
type Registered = { slug: string; name: string; revealed: RevealedCredential[]; lacking?: string };

type SuggestSlug = (name: string) => Promise<FormResult<string>>;

/** A registered tool keeps its slug. */
const noSlug: SuggestSlug = async () => ({ status: "ok", data: "" });

type ToolFormProps = { tryUrl: TryUrl } & (
  | { tool: ToolValues; save: (form: FormData) => Promise<FormResult<{ slug: string }>> }
  | {
      tool?: undefined;
      save: (form: FormData) => Promise<FormResult<Registered>>;
      suggestSlug: SuggestSlug;
      baseUrl: string;
    }
);

const STATUS_OPTIONS = TOOL_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }));
const PATTERN_FIELDS = ["eventPatterns", ...Array.from({ length: 50 }, (_, index) => `eventPatterns.${index}`)];
const FIELDS = [
  "slug",
  "name",
  "description",
  "status",
  "defaultWebhookUrl",
  "connectUrl",
  "initiateLoginUrl",
  ...PATTERN_FIELDS,
];

/** The contract's rules begin with "must", as they stand beside a field's name in the API's answers. */
const sentence = (rule: string | undefined) => (rule?.startsWith("must ") ? `It ${rule}.` : rule);

/** Registers a tool, or edits one that is registered: its slug then stays. Disabling one asks first. */
export function ToolForm({ tool, tryUrl, ...props }: ToolFormProps) {
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [name, setName] = useState(tool?.name ?? "");
  const { slug, setOwn: setOwnSlug } = useSlug(tool ? "" : name, {
    suggestSlug: "suggestSlug" in props ? props.suggestSlug : noSlug,
  });
  const [status, setStatus] = useState<string>(tool?.status ?? "active");
  const [asking, setAsking] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const agreed = useRef(false);
  const toast = useToast();
  const form = useFormResult(
    props.save as (form: FormData) => Promise<FormResult<{ slug: string } | Registered>>,
    (saved) => {
      if ("revealed" in saved) setRegistered(saved);
      else toast({ tone: "success", title: "Saved." });
    },
    FIELDS,
  );
  const disables = tool !== undefined && tool.status !== "disabled" && status === "disabled";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (disables && !agreed.current) {
      event.preventDefault();
      setAsking(true);
      return;
    }
    agreed.current = false;
    form.onSubmit(event);
  };
  return (
    <Card>
      {registered && "baseUrl" in props ? (
        <Dialog title={`${registered.name} is registered`} dismissible={false} open onOpenChange={() => {}}>
          <RevealCredentials
            revealed={registered.revealed}
            lacking={registered.lacking}
            tool={registered}
            baseUrl={props.baseUrl}
            onStored={() => {
              // What held the page takes its entry out of the history again, which would undo a step that is taken before.
              const path = `/admin/tools/${registered.slug}`;
              window.addEventListener("popstate", () => window.location.assign(path), { once: true });
              setRegistered(null);
            }}
          />
        </Dialog>
      ) : null}
      {tool ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Disable ${tool.name}?`}
          effect="Its app token gets a 403 everywhere at once, and nothing is sent to it. Its entitlements stay, and deliveries wait for its return."
          confirmLabel="Disable"
          onOk={() => {
            agreed.current = true;
            element.current?.requestSubmit();
          }}
        />
      ) : null}
      <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input
            name="name"
            maxLength={TOOL_LIMITS.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
        </Field>
        {tool ? null : (
          <Field
            label="Slug"
            required
            hint="Lower-case letters, digits and single hyphens. It names the tool's secrets and never changes."
            error={sentence(form.errorOf("slug"))}
          >
            <Input
              name="slug"
              mono
              maxLength={MAX_SLUG_LENGTH}
              autoComplete="off"
              placeholder="night-press"
              value={slug.slug}
              onChange={(event) => setOwnSlug(event.currentTarget.value)}
            />
          </Field>
        )}
        <Field label="Description" hint="What brand teams read about it." error={form.errorOf("description")}>
          <Textarea name="description" maxLength={TOOL_LIMITS.description} defaultValue={tool?.description} rows={2} />
        </Field>
        <Field label="Status" error={form.errorOf("status")}>
          <Select
            name="status"
            options={STATUS_OPTIONS}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
          />
        </Field>
        <Field
          label="Default webhook URL"
          hint={
            tool?.defaultWebhookUrl
              ? "A new URL also moves the subscriptions that have this one; those a brand set for itself stay."
              : "A brand that is granted the tool is subscribed here. Empty: no subscription is made."
          }
          error={form.errorOf("defaultWebhookUrl")}
        >
          <Input
            name="defaultWebhookUrl"
            type="url"
            mono
            maxLength={MAX_WEBHOOK_URL_LENGTH}
            defaultValue={tool?.defaultWebhookUrl ?? ""}
          />
        </Field>
        <TryUrlButton field="defaultWebhookUrl" kind="webhook" form={element} tryUrl={tryUrl} />
        <Field
          label="Connect URL"
          hint="Where the hand-off page posts federation tokens. Empty: the tool cannot be connected."
          error={form.errorOf("connectUrl")}
        >
          <Input
            name="connectUrl"
            type="url"
            mono
            maxLength={MAX_WEBHOOK_URL_LENGTH}
            defaultValue={tool?.connectUrl ?? ""}
          />
        </Field>
        <TryUrlButton field="connectUrl" kind="connect" form={element} tryUrl={tryUrl} />
        <Field
          label="Login-initiation URL"
          hint="Where Open leads people, for the tool to begin their sign-in: they land signed in, in the brand they came from. Empty: Open leads to the tool's own page."
          error={form.errorOf("initiateLoginUrl")}
        >
          <Input
            name="initiateLoginUrl"
            type="url"
            mono
            maxLength={MAX_WEBHOOK_URL_LENGTH}
            defaultValue={tool?.initiateLoginUrl ?? ""}
          />
        </Field>
        <Checkbox
          name="ownCredentialsOnly"
          defaultChecked={tool?.ownCredentialsOnly}
          label="Sign people in with the tool’s own credentials only"
          hint="Recommended, once the tool sends its app token with the exchange (contract kit 1.3.0 does). Then a sign-in that leaks is of no use to anybody else."
        />
        <Field
          label="Events of other tools it gets"
          hint="Types such as asset.approved, prefixes such as asset.*, or *. Enter adds one. New versions it gets anyway."
          error={sentence(PATTERN_FIELDS.map(form.errorOf).find(Boolean))}
        >
          <TagInput name="eventPatterns" defaultValue={tool?.eventPatterns} maxLength={TOOL_LIMITS.eventPattern} />
        </Field>
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton
            pending={form.pending}
            pendingLabel="Checking…"
            disabledReason={tool ? null : slugMissing(slug, "tool")}
          >
            {tool ? "Save" : "Register the tool"}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
