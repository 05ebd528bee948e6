"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/web/actions/form-result";

type HubBrandButtonsProps = {
  brand: { id: string; name: string; archived: boolean; goes: boolean };
  archive: (brandId: string, typedName: string) => Promise<FormResult>;
  restore: (brandId: string) => Promise<FormResult>;
};

export function HubBrandButtons({ brand: { id, name, archived, goes }, archive, restore }: HubBrandButtonsProps) {
  const toast = useToast();
  if (!archived) {
    return (
      <ConfirmDialog
        trigger={<Button>Archive</Button>}
        title={`Archive ${name}?`}
        effect="It is in no list any more, and its tools and API keys get nothing. What waits to be delivered is cancelled, its invitations and its public page end. Nothing is deleted. Its owners are told, and can restore it."
        typedConfirmation={name}
        confirmLabel="Archive"
        act={() => archive(id, name)}
        onOk={() => toast({ tone: "success", title: `${name} is archived.` })}
      />
    );
  }
  return (
    <ConfirmDialog
      trigger={<Button>Restore</Button>}
      tone="primary"
      title={`Restore ${name}?`}
      effect={`It is back for its members and tools, with the API keys it had. Invitations, the public page and deliveries that ended stay ended. ${goes ? "An owner asked for its deletion, which is cancelled. " : ""}Its owners are told.`}
      confirmLabel="Restore"
      act={() => restore(id)}
      onOk={() => toast({ tone: "success", title: `${name} is back.` })}
    />
  );
}
