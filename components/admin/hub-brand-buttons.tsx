"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/empty-state";
import { useAction } from "@/components/ui/hooks";
import { counted } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

type HubBrandButtonsProps = {
  brand: { id: string; name: string; archived: boolean; deletionScheduled: boolean };
  archive: (brandId: string, typedName: string) => Promise<FormResult>;
  restore: (brandId: string) => Promise<FormResult>;
};

export function HubBrandButtons({
  brand: { id, name, archived, deletionScheduled },
  archive,
  restore,
}: HubBrandButtonsProps) {
  if (!archived) {
    return (
      <ConfirmDialog
        trigger={<Button>Archive</Button>}
        title={`Archive ${name}?`}
        effect="Members, tools and API keys lose access. Pending deliveries and invitations are cancelled, and the public page is turned off. Nothing is deleted. Owners are notified and can restore the brand."
        typedConfirmation={name}
        confirmLabel="Archive brand"
        act={() => archive(id, name)}
        onOk={`${name} archived`}
      />
    );
  }
  return (
    <ConfirmDialog
      trigger={<Button>Restore</Button>}
      tone="primary"
      title={`Restore ${name}?`}
      effect={`Members, tools and API keys get access again. Cancelled invitations and deliveries are not restored, and the public page stays off. ${deletionScheduled ? "The scheduled deletion is cancelled. " : ""}Owners are notified.`}
      confirmLabel="Restore brand"
      act={() => restore(id)}
      onOk={`${name} restored`}
    />
  );
}

export function ResumeWebhooks({ brands, resume }: { brands: number; resume: () => Promise<FormResult<number>> }) {
  const { run, pending } = useAction();
  const onOk = (count: number) => `Webhook resumed for ${counted(count, "brand")}`;
  return (
    <Notice
      tone="danger"
      title={`Webhook off for ${counted(brands, "brand")}`}
      action={
        <Button size="sm" pending={pending} onClick={() => run(resume, onOk)}>
          Resume webhook
        </Button>
      }
    >
      The hub turned it off because the receiver kept failing. Resume it once the receiver responds.
    </Notice>
  );
}
