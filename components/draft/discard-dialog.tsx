"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import type { DraftState } from "@/lib/identity";
import { useDraft } from "./draft-provider";

/** Asks before the draft is thrown away, and says what that means. */
export function DiscardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { changes, version, discard } = useDraft();
  const showToast = useToast();
  const count = changes.length === 1 ? "The 1 unpublished change" : `All ${changes.length} unpublished changes`;
  return (
    <ConfirmDialog<DraftState>
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Discard your draft?"
      effect={
        <>
          {count} in your draft will be lost, over identity, palette, logos and assets. Version {version} stays live,
          and the drafts of other editors stay as they are.
        </>
      }
      confirmLabel="Discard draft"
      act={async () => {
        const outcome = await discard();
        return outcome.ok ? { status: "ok", data: outcome.data } : { status: "error", message: outcome.message };
      }}
      onOk={(state) => showToast({ title: `Draft discarded. You see version ${state.version}.` })}
    />
  );
}
