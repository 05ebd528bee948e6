"use client";

import { CircleAlert, CircleCheck, CircleDot, CloudOff, GitMerge, type LucideIcon } from "lucide-react";
import { cx } from "@/components/ui/cx";
import { LiveRegion } from "@/components/ui/live-region";
import { Spinner } from "@/components/ui/spinner";
import { useDraft } from "./draft-provider";
import type { DraftStatus, DraftView } from "./draft-session";

const LOOKS: Record<Exclude<DraftStatus, "saving">, { text: string; Icon: LucideIcon; ink: string }> = {
  saved: { text: "Draft saved", Icon: CircleCheck, ink: "text-success" },
  unsaved: { text: "Editing…", Icon: CircleDot, ink: "text-muted" },
  offline: { text: "Offline: kept on this computer", Icon: CloudOff, ink: "text-warning" },
  conflict: { text: "Draft saved, behind the live version", Icon: GitMerge, ink: "text-warning" },
  error: { text: "Not saved", Icon: CircleAlert, ink: "text-danger" },
};

/** What is announced: not each step of a save, but where it ended. */
function announcementOf({ status, problem, kept, restored }: DraftView): string {
  if (status === "offline")
    return `The hub could not be reached. Your edits are kept ${kept ? "on this computer" : "in this window only"}.`;
  if (status === "error") return `Not saved. ${problem ?? ""}`;
  if (status === "saved")
    return restored ? "Your edits kept on this computer were brought back and saved." : "Draft saved";
  return status === "conflict" ? "Draft saved. Somebody published meanwhile." : "";
}

/** Where the draft is, in an icon and words, and announced when a save ends. Nothing while there is no draft. */
export function DraftStatusLine({ className }: { className?: string }) {
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
