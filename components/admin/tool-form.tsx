"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { TagInput } from "@/components/ui/tag-input";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/actions/form-result";
import { MAX_SLUG_LENGTH } from "@/lib/brands";
import { TOOL_STATUSES, type ToolStatus } from "@/lib/contract";
import { MAX_WEBHOOK_URL_LENGTH } from "@/lib/deliveries";
import { TOOL_LIMITS } from "@/lib/tools";

/** What the form shows of a tool that is registered. */
export type ToolValues = {
  slug: string;
  name: string;
  description: string;
  status: ToolStatus;
  defaultWebhookUrl: string | null;
  connectUrl: string | null;
  eventPatterns: string[];
};

type ToolFormProps = { save: (form: FormData) => Promise<FormResult<{ slug: string }>>; tool?: ToolValues };

const STATUS_OPTIONS = TOOL_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }));
const PATTERN_FIELDS = ["eventPatterns", ...Array.from({ length: 50 }, (_, index) => `eventPatterns.${index}`)];
const FIELDS = ["slug", "name", "description", "status", "defaultWebhookUrl", "connectUrl", ...PATTERN_FIELDS];

/** The contract's rules begin with "must", as they stand beside a field's name in the API's answers. */
const sentence = (rule: string | undefined) => (rule?.startsWith("must ") ? `It ${rule}.` : rule);

/** Registers a tool, or edits one that is registered: its slug then stays. Disabling one asks first. */
export function ToolForm({ save, tool }: ToolFormProps) {
  const [status, setStatus] = useState<string>(tool?.status ?? "active");
  const [asking, setAsking] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const agreed = useRef(false);
  const router = useRouter();
  const toast = useToast();
  const form = useFormResult(
    save,
    ({ slug }) => {
      toast({ tone: "success", title: tool ? "Saved." : "The tool is registered." });
      if (!tool) router.push(`/admin/tools/${slug}`);
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
          <Input name="name" maxLength={TOOL_LIMITS.name} defaultValue={tool?.name} autoComplete="off" />
        </Field>
        {tool ? null : (
          <Field
            label="Slug"
            required
            hint="Lower-case letters, digits and single hyphens. It names the tool's secrets and never changes."
            error={sentence(form.errorOf("slug"))}
          >
            <Input name="slug" mono maxLength={MAX_SLUG_LENGTH} autoComplete="off" placeholder="night-press" />
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
        <Field
          label="Events of other tools it gets"
          hint="Types such as asset.approved, prefixes such as asset.*, or *. Enter adds one. New versions it gets anyway."
          error={sentence(PATTERN_FIELDS.map(form.errorOf).find(Boolean))}
        >
          <TagInput name="eventPatterns" defaultValue={tool?.eventPatterns} maxLength={TOOL_LIMITS.eventPattern} />
        </Field>
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Checking…">
            {tool ? "Save" : "Register the tool"}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
