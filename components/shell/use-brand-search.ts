"use client";

import { useEffect, useRef, useState } from "react";
import { matchesWords } from "./matches-words";
import type { BrandMatches, ShellActions } from "./types";

/** Long enough to type on, short enough not to be noticed. */
const PAUSE_MS = 120;

type Search = { matches: BrandMatches; loading: boolean; failed: boolean };

/**
 * The brands that match what is typed, asked for on the server while `active`; of several answers only the newest counts. Until it is there,
 * the last one is narrowed to what is typed, so that Enter never takes a brand that was not asked for.
 */
export function useBrandSearch(search: ShellActions["searchBrands"], query: string, active: boolean): Search {
  const [state, setState] = useState<Search & { answered: string }>({
    matches: { brands: [], more: false },
    answered: "",
    loading: true,
    failed: false,
  });
  const newest = useRef(0);
  useEffect(() => {
    if (!active) return;
    newest.current += 1;
    const mine = newest.current;
    setState((before) => ({ ...before, loading: true, failed: false }));
    const settle = (matches: BrandMatches | null) => {
      if (mine !== newest.current) return;
      setState((before) =>
        matches
          ? { matches, answered: query, loading: false, failed: false }
          : { ...before, loading: false, failed: true },
      );
    };
    const timer = setTimeout(() => search(query).then(settle, () => settle(null)), query ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [search, query, active]);
  const { matches, answered, loading, failed } = state;
  if (answered === query) return { matches, loading, failed };
  const brands = matches.brands.filter(({ name, slug }) => matchesWords(query, [name, slug]));
  return { matches: { ...matches, brands }, loading, failed };
}
