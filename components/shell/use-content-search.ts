"use client";

import { useEffect, useState } from "react";
import type { BrandHit } from "@/lib/publishing";
import type { ShellActions } from "./types";

/** Long enough to type on, short enough not to be noticed. */
const PAUSE_MS = 150;

/** What of the brand's content matches what is typed; only the answer to that very text counts. Without an answer the palette does without. */
export function useContentSearch(search: ShellActions["searchContent"], brandId: string | null, query: string) {
  const [answer, setAnswer] = useState<{ asked: string; hits: readonly BrandHit[] }>({ asked: "", hits: [] });
  const wanted = brandId === null ? "" : query.trim();
  useEffect(() => {
    if (brandId === null || wanted === "") return;
    let left = false;
    const look = async () => {
      const result = await search(brandId, wanted).catch(() => null);
      if (!left) setAnswer({ asked: wanted, hits: result?.status === "ok" ? result.data : [] });
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [search, brandId, wanted]);
  const answered = wanted === "" || answer.asked === wanted;
  return { hits: wanted !== "" && answered ? answer.hits : [], searching: !answered };
}
