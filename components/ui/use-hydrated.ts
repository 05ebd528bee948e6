"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False while rendering on the server and during hydration, true afterwards: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
