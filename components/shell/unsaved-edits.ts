"use client";

import { useEffect } from "react";

export const loadLeaveQuestion = () =>
  import("@/components/ui/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog);

/** What leaving does to edits that the hub has not got yet: nothing keeps them, or this browser does until the hub can be reached. */
export type UnsavedEdits = "lost" | "kept";

/** Forms of this window that hold such edits. */
const holders = new Map<symbol, UnsavedEdits>();

/** What leaving would do to the edits that some form of this window holds; null when there are none. */
export function unsavedEdits(): UnsavedEdits | null {
  const fates = [...holders.values()];
  return fates.includes("lost") ? "lost" : (fates[0] ?? null);
}

/** While `unsaved` is true, leaving the page by a link, a switch of brand, or closing the tab asks first. */
export function useUnsavedGuard(unsaved: boolean, fate: UnsavedEdits = "lost"): void {
  // Before there are any: the network may be lost by the time of the first edit, and it is asked all the same.
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
