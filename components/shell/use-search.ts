"use client";

import { useEffect, useRef, useState } from "react";
import type { BrandHit } from "@/lib/publishing";
import { matchesWords } from "./sections";
import type { BrandMatches, Places, ShellActions } from "./types";

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

const BRANDS_PAUSE_MS = 120;

const BRANDS_UNREACHABLE = "Can’t load your brands. Close this and try again.";

/** `failure` is a sentence for the reader. */
type Search = { matches: BrandMatches; loading: boolean; failure: string | null };

/**
 * Searches brands on the server while `active`. Until the latest response arrives, it filters the previous one, so
 * Enter never picks a brand that doesn't match.
 */
export function useBrandSearch(search: ShellActions["searchBrands"], query: string, active: boolean): Search {
  const [state, setState] = useState<Search & { answered: string }>({
    matches: { brands: [], more: false },
    answered: "",
    loading: true,
    failure: null,
  });
  const newest = useRef(0);
  useEffect(() => {
    if (!active) return;
    newest.current += 1;
    const mine = newest.current;
    setState((before) => ({ ...before, loading: true, failure: null }));
    const look = async () => {
      const result = await search(query).catch(() => null);
      if (mine !== newest.current) return;
      if (result?.status === "ok") setState({ matches: result.data, answered: query, loading: false, failure: null });
      else {
        const failure = result?.status === "error" ? result.message : BRANDS_UNREACHABLE;
        setState((before) => ({ ...before, loading: false, failure }));
      }
    };
    const timer = setTimeout(look, query ? BRANDS_PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [search, query, active]);
  const { matches, answered, loading, failure } = state;
  if (answered === query) return { matches, loading, failure };
  const brands = matches.brands.filter(({ name, slug }) => matchesWords(query, [name, slug]));
  return { matches: { ...matches, brands }, loading, failure };
}
