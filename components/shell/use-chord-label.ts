"use client";

import { useHydrated } from "@/components/ui/use-hydrated";

/** How this machine's keyboard writes the command chord with a key: `⌘K` on Apple machines, `Ctrl K` elsewhere. */
export function useChordLabel(key: string): string {
  const hydrated = useHydrated();
  const apple = hydrated && /mac|iphone|ipad/i.test(navigator.platform);
  return apple ? `⌘${key}` : `Ctrl ${key}`;
}
