"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const PERIOD_MS = 3_000;
/** What has not happened by then is a matter of hours: the person may reload. */
const LASTS_MS = 120_000;

/** Reads the page anew every few seconds while it is looked at, for what is about to happen. */
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
