"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { useToast } from "@/components/ui/toast-context";
import { useLeaveGuard } from "./leave-guard";
import { expectSwitch } from "./other-tabs";
import { matchesWords, sectionToKeep } from "./sections";
import type { BrandMatches, ShellActions, ShellBrand } from "./types";

const PAUSE_MS = 120;

const UNREACHABLE = "Can’t load your brands. Close this and try again.";

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
        const failure = result?.status === "error" ? result.message : UNREACHABLE;
        setState((before) => ({ ...before, loading: false, failure }));
      }
    };
    const timer = setTimeout(look, query ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [search, query, active]);
  const { matches, answered, loading, failure } = state;
  if (answered === query) return { matches, loading, failure };
  const brands = matches.brands.filter(({ name, slug }) => matchesWords(query, [name, slug]));
  return { matches: { ...matches, brands }, loading, failure };
}

/** Switches brands and stays in the same section. Asks about unsaved edits first. */
export function useBrandSwitch(current: ShellBrand | null, switchBrand: ShellActions["switchBrand"]) {
  const pathname = usePathname();
  const router = useRouter();
  const showToast = useToast();
  const { leave } = useLeaveGuard();
  const [switching, startTransition] = useTransition();

  function switchTo(brand: ShellBrand) {
    const section = sectionToKeep(pathname, brand.role);
    if (brand.id === current?.id) {
      if (!pathname.startsWith(`/b/${brand.slug}`)) leave(() => router.push(`/b/${brand.slug}`));
      return;
    }
    leave(() =>
      startTransition(async () => {
        expectSwitch(brand);
        const result = await switchBrand(brand.id, section);
        if (result?.status !== "error") return;
        expectSwitch(null);
        showToast({ title: `Can’t switch to ${brand.name}`, description: result.message, tone: "danger" });
      }),
    );
  }
  return { switchTo, switching };
}
