"use client";

import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";

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
