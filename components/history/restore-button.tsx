"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifiedText } from "@/components/draft/draft-environment";
import { loadConfirmDialog } from "@/components/shell/leave-guard";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { useLate } from "@/components/ui/hooks";
import { useToast } from "@/components/ui/toast-context";
import { MAX_NOTE_LENGTH } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

type Restored = { version: number; changed: boolean; toolsNotified: number };

export type RestoreVersion = (input: {
  brandId: string;
  version: number;
  expectedVersion: number;
  note: string;
}) => Promise<FormResult<Restored>>;

/** Copies an old version into a draft, for brands that require approvals. */
export type DraftVersion = (input: { brandId: string; version: number }) => Promise<FormResult>;

type RestoreButtonProps = {
  brandId: string;
  version: number;
  liveVersion: number;
  restore: RestoreVersion;
  toDraft: { base: string; bring: DraftVersion } | null;
  small?: boolean;
};

export function RestoreButton(props: RestoreButtonProps) {
  const { brandId, version, liveVersion, restore, toDraft, small = false } = props;
  const [open, setOpen] = useState(false);
  const { part: ConfirmDialog, need } = useLate(loadConfirmDialog);
  const [note, setNote] = useState("");
  const showToast = useToast();
  const router = useRouter();

  const restored = ({ version: restoredAs, changed, toolsNotified }: Restored) => {
    setNote("");
    showToast(
      changed
        ? {
            title: `Version ${version} restored as version ${restoredAs}`,
            description: notifiedText(toolsNotified),
            tone: "success",
          }
        : { title: `No new version: version ${version} equals the live version` },
    );
    router.refresh();
  };

  return (
    <>
      <Button size={small ? "sm" : "md"} onClick={() => need(() => setOpen(true))}>
        Restore
        <span className="sr-only"> version {version}</span>
      </Button>
      {ConfirmDialog && toDraft ? (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={`Copy version ${version} to your draft?`}
          tone="primary"
          effect="This brand requires approvals, so nothing goes live yet. The differences become your draft."
          confirmLabel="Copy to my draft"
          act={() => toDraft.bring({ brandId, version })}
          onOk={() => router.push(toDraft.base)}
        />
      ) : null}
      {ConfirmDialog && !toDraft ? (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={`Restore version ${version}?`}
          tone="primary"
          effect={
            <>
              This publishes it as version {liveVersion + 1} with its identity, palette, logos and assets. The brand’s
              name and address don’t change. Version {liveVersion} stays in the history. Drafts stay and need merging.
            </>
          }
          confirmLabel={`Restore version ${version}`}
          act={() => restore({ brandId, version, expectedVersion: liveVersion, note })}
          onOk={restored}
        >
          <Field label="Note" optional>
            <Textarea
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
