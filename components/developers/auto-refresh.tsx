"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const PERIOD_MS = 3_000;
/** Later changes take hours, and the person can reload. */
const LASTS_MS = 120_000;

/** Refreshes the page every few seconds while it is visible. */
export function AutoRefresh({ lastsMs = LASTS_MS }: { lastsMs?: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, PERIOD_MS);
    const end = setTimeout(() => clearInterval(timer), lastsMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [router, lastsMs]);
  return null;
}
