"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Number of comments being written in this window. */
let forms = 0;
const watchers = new Set<() => void>();

function count(change: 1 | -1): void {
  forms += change;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function useWriting(): void {
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

export const useIsWriting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => forms > 0,
    () => false,
  );
