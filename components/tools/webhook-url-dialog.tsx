"use client";

import { useState } from "react";
import { ActionForm, Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { RowButton } from "@/components/ui/row-button";
import { MAX_WEBHOOK_URL_LENGTH } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

type WebhookUrlProps = {
  toolName: string;
  url: string | null;
  setUrl: (form: FormData) => Promise<FormResult>;
};

export function WebhookUrlDialog({ toolName, url, setUrl }: WebhookUrlProps) {
  const [open, setOpen] = useState(false);
  const label = url ? "Change webhook URL" : "Set webhook URL";
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<RowButton verb={label} of={`of ${toolName}`} />}
      size="md"
      title={`Webhook URL of ${toolName}`}
      description="The hub notifies the tool of new versions here."
    >
      <ActionForm
        act={setUrl}
        onOk={() => {
          setOpen(false);
          return `${toolName} is notified at the new URL`;
        }}
        fields={["webhook_url"]}
        submitLabel="Save webhook URL"
        pendingLabel="Checking…"
      >
        {(errorOf) => (
          <Field
            label="Webhook URL"
            required
            hint="An https URL on a public host, or in a private network that this hub allows. Pending deliveries go there too. Saving turns the webhook on."
            error={errorOf("webhook_url")}
          >
            <Input
              name="webhookUrl"
              type="url"
              mono
              defaultValue={url ?? ""}
              maxLength={MAX_WEBHOOK_URL_LENGTH}
              autoComplete="off"
            />
          </Field>
        )}
      </ActionForm>
    </Dialog>
  );
}
