"use client";

import { useEffect } from "react";

export const loadLeaveQuestion = () =>
  import("@/components/ui/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog);

/** What happens to unsaved edits on leaving: they are lost, or kept in this browser. */
export type UnsavedEdits = "lost" | "kept";

const holders = new Map<symbol, UnsavedEdits>();

/** Returns what leaving would do to this window's unsaved edits, or null if there are none. */
export function unsavedEdits(): UnsavedEdits | null {
  const fates = [...holders.values()];
  return fates.includes("lost") ? "lost" : (fates[0] ?? null);
}

/** While `unsaved` is true, asks before a link, brand switch or closed tab leaves the page. */
export function useUnsavedGuard(unsaved: boolean, fate: UnsavedEdits = "lost"): void {
  // Preloaded, because the network may be down when the question is needed.
  useEffect(() => {
    loadLeaveQuestion().catch(() => {});
  }, []);
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol("unsaved edits");
    holders.set(holder, fate);
    return () => {
      holders.delete(holder);
    };
  }, [unsaved, fate]);
}
