"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/actions/form-result";

type WebhookAddressProps = {
  toolName: string;
  /** Where it is told of changes now; null: nowhere. */
  url: string | null;
  setUrl: (form: FormData) => Promise<FormResult>;
  reason: string | null;
};

/** Sets where a tool is told of this brand's changes. */
export function WebhookAddressDialog({ toolName, url, setUrl, reason }: WebhookAddressProps) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button size="sm" disabledReason={reason} aria-label={`Webhook address of ${toolName}`}>
      {url ? "Change address" : "Set address"}
    </Button>
  );
  if (reason) return trigger;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      size="md"
      title={`Webhook address of ${toolName}`}
      description="Where it is told of new versions of this brand. The tool can also register its own."
    >
      <WebhookUrlForm toolName={toolName} url={url} setUrl={setUrl} onSet={() => setOpen(false)} />
    </Dialog>
  );
}

function WebhookUrlForm({ toolName, url, setUrl, onSet }: Omit<WebhookAddressProps, "reason"> & { onSet: () => void }) {
  const toast = useToast();
  const form = useFormResult(setUrl, () => {
    toast({ tone: "success", title: `${toolName} is told of changes at the new address.` });
    onSet();
  }, ["webhook_url"]);
  return (
    <DialogForm form={form} submitLabel="Save address" pendingLabel="Checking…">
      <Field
        label="Address"
        required
        hint="https, reachable from the public internet. What is waiting goes there too, and a webhook that is off is turned on."
        error={form.errorOf("webhook_url")}
      >
        <Input name="webhookUrl" type="url" mono defaultValue={url ?? ""} maxLength={2048} autoComplete="off" />
      </Field>
    </DialogForm>
  );
}
