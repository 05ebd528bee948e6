"use client";

import { useEffect } from "react";

/** Forms of this window that hold edits the hub has not got yet. */
const holders = new Set<symbol>();

/** True while some form of this window holds edits that leaving would lose. */
export const hasUnsavedEdits = (): boolean => holders.size > 0;

/** While `unsaved` is true, leaving the page by a link, a switch of brand, or closing the tab asks first. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol("unsaved edits");
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [unsaved]);
}
