"use client";

import { type RefObject, useState, useTransition } from "react";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { reached } from "@/components/ui/reached";
import { Select } from "@/components/ui/select";
import { TagInput } from "@/components/ui/tag-input";
import { TOOL_STATUSES, type ToolStatus } from "@/lib/contract";
import { MAX_WEBHOOK_URL_LENGTH, TOOL_LIMITS, type UrlAnswer } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

export type TryUrl = (url: string, kind: "webhook" | "connect") => Promise<FormResult<UrlAnswer>>;

type TryUrlButtonProps = {
  field: "defaultWebhookUrl" | "connectUrl";
  kind: "webhook" | "connect";
  form: RefObject<HTMLFormElement | null>;
  tryUrl: TryUrl;
};

const LABEL = { webhook: "Test webhook URL", connect: "Test connect URL" };

/** Sends a test request to the URL in the form and shows the response below it. */
function TryUrlButton({ field, kind, form, tryUrl }: TryUrlButtonProps) {
  const [answer, setAnswer] = useState<UrlAnswer | null>(null);
  const [pending, start] = useTransition();
  const ask = () => {
    const url = form.current ? String(new FormData(form.current).get(field) ?? "").trim() : "";
    if (url === "") return setAnswer({ reached: false, says: "Enter a URL first." });
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

/** Rules of the contract start with "must", to follow a field's name in API errors. */
export const sentence = (rule: string | undefined) => (rule?.startsWith("must ") ? `It ${rule}.` : rule);

type ToolFieldsProps = {
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
      <Field label="Description" hint="Shown to brand teams." error={errorOf("description")}>
        <Textarea name="description" maxLength={TOOL_LIMITS.description} defaultValue={tool?.description} rows={2} />
      </Field>
      <Field label="Status" error={errorOf("status")}>
        <Select name="status" options={STATUS_OPTIONS} defaultValue={tool?.status ?? "active"} />
      </Field>
      <Field
        label="Default webhook URL"
        hint={
          tool?.defaultWebhookUrl
            ? "Brands on this URL move to the new one. Brands with their own URL keep it."
            : "All brands with access are subscribed to this URL. Leave empty for none."
        }
        error={errorOf("defaultWebhookUrl")}
      >
        <UrlInput name="defaultWebhookUrl" tool={tool} />
      </Field>
      <TryUrlButton field="defaultWebhookUrl" kind="webhook" form={form} tryUrl={tryUrl} />
      <Field
        label="Connect URL"
        hint="The hub posts federation tokens here. Leave empty if people don’t sign in to the tool."
        error={errorOf("connectUrl")}
      >
        <UrlInput name="connectUrl" tool={tool} />
      </Field>
      <TryUrlButton field="connectUrl" kind="connect" form={form} tryUrl={tryUrl} />
      <Field
        label="Login-initiation URL"
        hint="The Open button goes to this URL. The tool then starts sign-in for that brand. Leave empty to open the tool’s home page."
        error={errorOf("initiateLoginUrl")}
      >
        <UrlInput name="initiateLoginUrl" tool={tool} />
      </Field>
      <Checkbox
        name="ownCredentialsOnly"
        defaultChecked={tool?.ownCredentialsOnly}
        label="Require the tool’s credentials for sign-in"
        hint="Recommended if the tool sends its app token with the exchange, as contract kit 1.3.0 does. A leaked federation token is then useless."
      />
      <Checkbox
        name="entitlementWebhooks"
        defaultChecked={tool?.entitlementWebhooks}
        label="Send entitlement webhooks"
        hint="Sends entitlement.granted and entitlement.revoked, including when a brand is archived or restored. The receiver must handle both types."
      />
      <Field
        label="Events from other tools"
        hint="For example asset.approved, asset.* or *. Press Enter after each. New versions are always sent."
        error={sentence(PATTERN_FIELDS.map(errorOf).find(Boolean))}
      >
        <TagInput name="eventPatterns" defaultValue={tool?.eventPatterns} maxLength={TOOL_LIMITS.eventPattern} />
      </Field>
    </>
  );
}
