"use client";

import { useEffect, useState } from "react";
import type { BrandHit } from "@/lib/publishing";
import type { Places, ShellActions } from "./types";

const PAUSE_MS = 150;

/** Searches the brand's content. Ignores outdated responses and failures. */
export function useContentSearch(search: ShellActions["searchContent"], brandId: string | null, query: string) {
  const [answer, setAnswer] = useState<{ query: string; hits: readonly BrandHit[] }>({ query: "", hits: [] });
  const text = brandId === null ? "" : query.trim();
  useEffect(() => {
    if (brandId === null || text === "") return;
    let left = false;
    const look = async () => {
      const result = await search(brandId, text).catch(() => null);
      if (!left) setAnswer({ query: text, hits: result?.status === "ok" ? result.data : [] });
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [search, brandId, text]);
  const answered = text === "" || answer.query === text;
  return { hits: text !== "" && answered ? answer.hits : [], searching: !answered };
}

const NONE: Places = { tools: [], chapters: [] };

/** Loads the tools and documentation chapters for the palette when it first opens. Ignores failures. */
export function usePlaces(read: ShellActions["readPlaces"], active: boolean): Places {
  const [places, setPlaces] = useState<Places | null>(null);
  const needed = active && places === null;
  useEffect(() => {
    if (!needed) return;
    let left = false;
    const look = async () => {
      const result = await read().catch(() => null);
      if (!left && result?.status === "ok") setPlaces(result.data);
    };
    look();
    return () => {
      left = true;
    };
  }, [read, needed]);
  return places ?? NONE;
}
