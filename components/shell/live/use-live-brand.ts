"use client";

import { useEffect, useState } from "react";
import type { LiveBrand } from "@/lib/publishing";
import { listen } from "./listen";

/** A shorter response means that connections can't stay open here, so polling waits for `ASK_AGAIN_MS`. */
const SHORT_MS = 10_000;
const POLL_AGAIN_MS = 10_000;
const RETRY_MS = { first: 2_000, longest: 120_000 };

/**
 * Returns a brand's live state, updated while the window is visible, or null until it is known. `page` tells other
 * editors which page is being edited.
 */
export function useLiveBrand(slug: string, page: string | null): LiveBrand | null {
  const [state, setState] = useState<{ slug: string; live: LiveBrand } | null>(null);
  useEffect(() => {
    const url = `/b/${slug}/live${page ? `?page=${page}` : ""}`;
    let listening: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const open = async () => {
      clearTimeout(timer);
      if (listening || document.visibilityState === "hidden") return;
      const mine = new AbortController();
      listening = mine;
      const startedMs = performance.now();
      let waitMs = 0;
      try {
        const end = await listen(url, { signal: mine.signal, onUpdate: (live) => setState({ slug, live }) });
        if (end === "refused") return;
        failures = 0;
        waitMs = performance.now() - startedMs < SHORT_MS ? POLL_AGAIN_MS : 0;
      } catch {
        failures += 1;
        waitMs = Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.longest);
      }
      if (mine.signal.aborted) return;
      listening = null;
      timer = setTimeout(open, waitMs);
    };
    const close = () => {
      clearTimeout(timer);
      listening?.abort();
      listening = null;
    };
    const onVisible = () => (document.visibilityState === "hidden" ? close() : void open());
    void open();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      close();
    };
  }, [slug, page]);
  return state?.slug === slug ? state.live : null;
}
