"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifiedText } from "@/components/draft/publish-texts";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
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

/** Brings an old version into a draft, where publishing takes approvals. */
export type DraftVersion = (input: { brandId: string; version: number }) => Promise<FormResult>;

type RestoreButtonProps = {
  brandId: string;
  version: number;
  liveVersion: number;
  restore: RestoreVersion;
  /** In place of publishing at once, where approvals are asked for. */
  toDraft: { base: string; bring: DraftVersion } | null;
  disabledReason?: string | null;
  small?: boolean;
};

export function RestoreButton(props: RestoreButtonProps) {
  const { brandId, version, liveVersion, restore, toDraft, disabledReason, small = false } = props;
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const showToast = useToast();
  const router = useRouter();

  const restored = ({ version: made, changed, toolsNotified }: Restored) => {
    setNote("");
    showToast(
      changed
        ? {
            title: `Version ${made} is live. It is version ${version} again.`,
            description: notifiedText(toolsNotified),
            tone: "success",
          }
        : { title: `Version ${version} does not differ from what is live, so no new version was made.` },
    );
    router.refresh();
  };

  return (
    <>
      <Button size={small ? "sm" : "md"} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        Restore
        <span className="sr-only"> version {version}</span>
      </Button>
      {toDraft ? (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={`Bring version ${version} into your draft?`}
          tone="primary"
          effect="This brand publishes with approvals, so nothing goes live yet: what differs becomes your draft, for which you can ask for a review."
          confirmLabel="Bring into my draft"
          act={() => toDraft.bring({ brandId, version })}
          onOk={() => router.push(toDraft.base)}
        />
      ) : null}
      <ConfirmDialog
        open={open && toDraft === null}
        onOpenChange={setOpen}
        title={`Restore version ${version}?`}
        tone="primary"
        effect={
          <>
            It is published as version {liveVersion + 1}, and every tool reads identity, palette, logos and assets as
            they were then. Name and slug stay. Version {liveVersion} remains in the history, and drafts remain, to be
            merged.
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
    </>
  );
}
