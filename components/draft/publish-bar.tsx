"use client";

import { CircleAlert, CircleCheck, CircleDot, CloudOff, GitMerge, type LucideIcon, Redo2, Undo2 } from "lucide-react";
import { loadConfirmDialog } from "@/components/shell/leave-guard";
import { Button, IconButton } from "@/components/ui/button";
import type { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/empty-state";
import { useHotkey, useLate } from "@/components/ui/hooks";
import { Spinner } from "@/components/ui/loading";
import { reservePageBar } from "@/components/ui/page-bar";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { useToast } from "@/components/ui/toast-context";
import { counted } from "@/lib/platform/text";
import type { DraftState } from "@/lib/publishing";
import { publisherText } from "./draft-environment";
import { useDraft } from "./draft-provider";
import type { DraftStatus, DraftView } from "./draft-session";
import { useDialogAddress } from "./use-dialog-address";

const LOOKS: Record<Exclude<DraftStatus, "saving">, { text: string; Icon: LucideIcon; ink: string }> = {
  saved: { text: "Draft saved", Icon: CircleCheck, ink: "text-success" },
  unsaved: { text: "Editing…", Icon: CircleDot, ink: "text-muted" },
  offline: { text: "Offline: kept on this computer", Icon: CloudOff, ink: "text-warning" },
  conflict: { text: "Draft saved, behind the live version", Icon: GitMerge, ink: "text-warning" },
  error: { text: "Not saved", Icon: CircleAlert, ink: "text-danger" },
};

/** Announces the result of a save, not each step. */
function announcementOf({ status, problem, kept, restored }: DraftView): string {
  if (status === "offline")
    return `Can’t reach the hub. Your edits are kept ${kept ? "on this computer" : "in this window only"}.`;
  if (status === "error") return `Not saved. ${problem ?? ""}`;
  if (status === "saved") return restored ? "Edits restored from this computer and saved" : "Draft saved";
  return status === "conflict" ? "Draft saved. A newer version is live." : "";
}

function DraftStatusLine({ className }: { className?: string }) {
  const draft = useDraft();
  const { status, kept, revision } = draft;
  const untouched = revision === null && (status === "saved" || status === "conflict");
  const { text, Icon, ink } = LOOKS[status === "saving" ? "unsaved" : status];
  const shown = status === "offline" && !kept ? "Offline: kept in this window only" : text;
  return (
    <>
      {untouched ? null : (
        <span
          data-draft-status={status}
          className={cx("inline-flex min-w-0 items-center gap-2 text-[0.8125rem]", className)}
        >
          {status === "saving" ? <Spinner /> : <Icon aria-hidden="true" className={cx("size-4 shrink-0", ink)} />}
          <span className="min-w-0">{status === "saving" ? "Saving…" : shown}</span>
        </span>
      )}
      <LiveRegion message={untouched ? "" : announcementOf(draft)} />
    </>
  );
}

type DiscardDialogProps = { of: typeof ConfirmDialog; open: boolean; onClose: () => void };

function DiscardDialog({ of: Confirm, open, onClose }: DiscardDialogProps) {
  const { changes, version, discard } = useDraft();
  const showToast = useToast();
  const count = changes.length === 1 ? "The 1 unpublished change" : `All ${changes.length} unpublished changes`;
  return (
    <Confirm<DraftState>
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Discard your draft?"
      effect={
        <>
          {count} to identity, palette, logos and assets will be lost. Version {version} stays live. Drafts of other
          editors aren’t affected.
        </>
      }
      confirmLabel="Discard draft"
      act={async () => {
        const outcome = await discard();
        return outcome.ok ? { status: "ok", data: outcome.data } : { status: "error", message: outcome.message };
      }}
      onOk={(state) => showToast({ title: `Draft discarded. You now see version ${state.version}.` })}
    />
  );
}

const loadPublishDialog = () => import("./publish-dialog").then(({ PublishDialog }) => PublishDialog);
const loadScheduleLine = () => import("./schedule-line").then(({ ScheduleLine }) => ScheduleLine);
const loadReviewLine = () => import("./review-line").then(({ ReviewLine }) => ReviewLine);
const loadRequestDialog = () => import("./request-dialog").then(({ RequestDialog }) => RequestDialog);
const loadMergeDialog = () => import("./merge-dialog").then(({ MergeDialog }) => MergeDialog);

const DIALOGS = ["publish", "merge", "discard", "ask"] as const;
type Dialog = (typeof DIALOGS)[number];

/** The server counts changes on save, so there is no count before the first one. */
function countText(count: number, unsaved: boolean): string {
  if (count > 0) return counted(count, "unpublished change");
  return unsaved ? "Unpublished changes" : "No unpublished changes";
}

/**
 * The bar of every editing page: unpublished changes, review, publish, discard, and merge after another member
 * published. Control (or Command) and Enter opens the next step. Hidden without a draft.
 */
export function PublishBar() {
  const draft = useDraft();
  const { changes, revision, status, problem, version, baseVersion, publishedSince, canEdit } = draft;
  const scheduled = draft.schedule !== null || draft.scheduleFailure !== null;
  const reviewed = draft.approvals.review?.own === true || draft.approvals.required > 0;
  const { open, setOpen } = useDialogAddress<Dialog>(DIALOGS, (dialog) => askFor(dialog));
  const { part: PublishDialog, need: needPublish } = useLate(loadPublishDialog);
  const { part: MergeDialog, need: needMerge } = useLate(loadMergeDialog);
  const { part: ScheduleLine } = useLate(loadScheduleLine, scheduled);
  const { part: ReviewLine } = useLate(loadReviewLine, reviewed);
  const { part: RequestDialog, need: needRequest } = useLate(loadRequestDialog);
  const { part: Confirm, need: needConfirm } = useLate(loadConfirmDialog);
  const close = () => setOpen(null);
  const publish = () => needPublish(() => setOpen("publish"));
  const merge = () => needMerge(() => setOpen("merge"));
  const ask = () => needRequest(() => setOpen("ask"));
  const discard = () => needConfirm(() => setOpen("discard"));
  const behind = revision !== null && version !== baseVersion;
  const unsaved = status !== "saved" && status !== "conflict";
  // A draft whose edits were reverted equals the published version.
  const idle = (revision === null || (changes.length === 0 && !behind && !scheduled)) && !unsaved;
  const askFor = (dialog: Dialog): boolean => {
    if (!canEdit || idle || (dialog === "publish" && behind) || (dialog === "merge" && !behind)) return false;
    if (dialog === "publish") publish();
    else if (dialog === "merge") merge();
    else if (dialog === "ask") ask();
    else discard();
    return true;
  };
  useHotkey(canEdit && !idle && open === null ? "mod+enter" : null, () => (behind ? merge() : publish()));
  if (!canEdit) return null;
  return (
    <>
      <section
        aria-label="Draft"
        ref={reservePageBar}
        data-page-bar=""
        hidden={idle}
        className="sticky bottom-3 z-20 mt-8 flex flex-col gap-2 rounded-xl border border-line bg-raised px-4 py-3 shadow-floating not-hidden:animate-rise-in max-sm:-mx-1 max-sm:bottom-2 max-sm:px-3"
      >
        {status === "error" && problem ? <Notice tone="danger">{problem}</Notice> : null}
        {behind ? (
          <Notice tone="warning" title={publisherText(publishedSince, version)}>
            Merge your draft with it, field by field, before you publish.
          </Notice>
        ) : null}
        {ScheduleLine && scheduled ? <ScheduleLine onChange={behind ? merge : publish} /> : null}
        {ReviewLine && reviewed ? <ReviewLine onAsk={ask} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            <p className="font-medium tabular-nums">{countText(changes.length, unsaved)}</p>
            <DraftStatusLine className="text-muted" />
          </div>
          <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:grow">
            <Button onClick={discard}>Discard</Button>
            {behind ? (
              <Button variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter" onClick={merge}>
                Review and merge
              </Button>
            ) : (
              <Button variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter" onClick={publish}>
                Review and publish
              </Button>
            )}
          </div>
        </div>
      </section>
      {PublishDialog ? <PublishDialog open={open === "publish"} onClose={close} onStale={merge} onAsk={ask} /> : null}
      {RequestDialog ? <RequestDialog open={open === "ask"} onClose={close} /> : null}
      {MergeDialog ? <MergeDialog open={open === "merge"} onClose={close} onMerged={publish} /> : null}
      {Confirm ? <DiscardDialog of={Confirm} open={open === "discard"} onClose={close} /> : null}
    </>
  );
}

type HistoryButtonsProps = {
  undo: () => void;
  redo: () => void;
  undoLabel: string | null;
  redoLabel: string | null;
  reason: string | null;
};

export function HistoryButtons({ undo, redo, undoLabel, redoLabel, reason }: HistoryButtonsProps) {
  return (
    <div className="flex">
      <IconButton
        icon={<Undo2 />}
        label={undoLabel ? `Undo: ${undoLabel}` : "Undo"}
        aria-keyshortcuts="Meta+Z Control+Z"
        disabledReason={reason ?? (undoLabel ? null : "Nothing to undo on this page")}
        onClick={undo}
      />
      <IconButton
        icon={<Redo2 />}
        label={redoLabel ? `Redo: ${redoLabel}` : "Redo"}
        aria-keyshortcuts="Meta+Shift+Z Control+Shift+Z"
        disabledReason={reason ?? (redoLabel ? null : "Nothing to redo")}
        onClick={redo}
      />
    </div>
  );
}
