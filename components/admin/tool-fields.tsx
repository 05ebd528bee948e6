"use client";

import { type RefObject, useState, useTransition } from "react";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { reached } from "@/components/ui/reached";
import { Select } from "@/components/ui/select";
import { TagInput } from "@/components/ui/tag-input";
import { Textarea } from "@/components/ui/textarea";
import type { FormState } from "@/components/ui/use-form-result";
import { TOOL_STATUSES, type ToolStatus } from "@/lib/contract";
import { MAX_WEBHOOK_URL_LENGTH, TOOL_LIMITS, type UrlAnswer } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

export type TryUrl = (url: string, kind: "webhook" | "connect") => Promise<FormResult<UrlAnswer>>;

type TryUrlButtonProps = {
  /** Name of the field whose value is tried. */
  field: "defaultWebhookUrl" | "connectUrl";
  kind: "webhook" | "connect";
  form: RefObject<HTMLFormElement | null>;
  tryUrl: TryUrl;
};

const LABEL = { webhook: "Test the webhook URL", connect: "Test the connect URL" };

/** Sends a test request to the URL in the form and shows the answer below it. */
function TryUrlButton({ field, kind, form, tryUrl }: TryUrlButtonProps) {
  const [answer, setAnswer] = useState<UrlAnswer | null>(null);
  const [pending, start] = useTransition();
  const ask = () => {
    const url = form.current ? String(new FormData(form.current).get(field) ?? "").trim() : "";
    if (url === "") return setAnswer({ reached: false, says: "Write the URL first." });
    start(async () => {
      const result = await reached(() => tryUrl(url, kind));
      setAnswer(result.status === "ok" ? result.data : { reached: false, says: result.message ?? "" });
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button size="sm" pending={pending} onClick={ask}>
        {LABEL[kind]}
      </Button>
      <p role="status" className={answer && !answer.reached ? "text-danger" : "text-muted"}>
        {answer?.says}
      </p>
    </div>
  );
}

export type ToolValues = {
  slug: string;
  name: string;
  description: string;
  status: ToolStatus;
  defaultWebhookUrl: string | null;
  connectUrl: string | null;
  initiateLoginUrl: string | null;
  ownCredentialsOnly: boolean;
  entitlementWebhooks: boolean;
  eventPatterns: string[];
};

const STATUS_OPTIONS = TOOL_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }));
const PATTERN_FIELDS = [
  "eventPatterns",
  ...Array.from({ length: TOOL_LIMITS.eventPatterns }, (_, index) => `eventPatterns.${index}`),
];

/** The fields that say in place what is wrong with them. */
export const TOOL_FIELDS = [
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
export const sentence = (rule: string | undefined) => (rule?.startsWith("must ") ? `It ${rule}.` : rule);

type ToolFieldsProps = {
  /** What they begin with; a new tool has nothing. */
  tool?: ToolValues;
  errorOf: FormState["errorOf"];
  form: RefObject<HTMLFormElement | null>;
  tryUrl: TryUrl;
};

type UrlName = "defaultWebhookUrl" | "connectUrl" | "initiateLoginUrl";

const UrlInput = ({ name, tool }: { name: UrlName; tool: ToolFieldsProps["tool"] }) => (
  <Input name={name} type="url" mono maxLength={MAX_WEBHOOK_URL_LENGTH} defaultValue={tool?.[name] ?? ""} />
);

export function ToolFields({ tool, errorOf, form, tryUrl }: ToolFieldsProps) {
  return (
    <>
      <Field label="Description" hint="What brand teams read about it." error={errorOf("description")}>
        <Textarea name="description" maxLength={TOOL_LIMITS.description} defaultValue={tool?.description} rows={2} />
      </Field>
      <Field label="Status" error={errorOf("status")}>
        <Select name="status" options={STATUS_OPTIONS} defaultValue={tool?.status ?? "active"} />
      </Field>
      <Field
        label="Default webhook URL"
        hint={
          tool?.defaultWebhookUrl
            ? "A new URL also moves the subscriptions that have this one; those a brand set for itself stay."
            : "Every brand that may use the tool, now or later, is subscribed here. Empty: none is."
        }
        error={errorOf("defaultWebhookUrl")}
      >
        <UrlInput name="defaultWebhookUrl" tool={tool} />
      </Field>
      <TryUrlButton field="defaultWebhookUrl" kind="webhook" form={form} tryUrl={tryUrl} />
      <Field
        label="Connect URL"
        hint="Where the hand-off page posts federation tokens. Empty: the tool cannot be connected."
        error={errorOf("connectUrl")}
      >
        <UrlInput name="connectUrl" tool={tool} />
      </Field>
      <TryUrlButton field="connectUrl" kind="connect" form={form} tryUrl={tryUrl} />
      <Field
        label="Login-initiation URL"
        hint="Where Open leads people, for the tool to begin their sign-in: they land signed in, in the brand they came from. Empty: Open leads to the tool's own page."
        error={errorOf("initiateLoginUrl")}
      >
        <UrlInput name="initiateLoginUrl" tool={tool} />
      </Field>
      <Checkbox
        name="ownCredentialsOnly"
        defaultChecked={tool?.ownCredentialsOnly}
        label="Sign people in with the tool’s own credentials only"
        hint="Recommended, once the tool sends its app token with the exchange (contract kit 1.3.0 does). Then a sign-in that leaks is of no use to anybody else."
      />
      <Checkbox
        name="entitlementWebhooks"
        defaultChecked={tool?.entitlementWebhooks}
        label="Send a webhook when the tool gets or loses a brand"
        hint="The tool gets entitlement.granted and entitlement.revoked, also when a brand is archived or restored. Turn it on once the tool's receiver knows them."
      />
      <Field
        label="Events of other tools it gets"
        hint="Types such as asset.approved, prefixes such as asset.*, or *. Enter adds one. New versions it gets anyway."
        error={sentence(PATTERN_FIELDS.map(errorOf).find(Boolean))}
      >
        <TagInput name="eventPatterns" defaultValue={tool?.eventPatterns} maxLength={TOOL_LIMITS.eventPattern} />
      </Field>
    </>
  );
}
