"use client";

import { useEffect, useState } from "react";
import type { NewBrandActions } from "./types";

const PAUSE_MS = 250;

export type SlugState = {
  slug: string;
  state: "none" | "checking" | "free" | "refused";
  message: string | null;
};

const NONE: SlugState = { slug: "", state: "none", message: null };

/** The slug of the new brand: it follows the name until somebody writes their own, and is checked while typing. */
export function useSlug(name: string, { checkSlug, suggestSlug }: NewBrandActions) {
  const [own, setOwn] = useState<string | null>(null);
  const [slug, setSlug] = useState(NONE);
  const trimmed = name.trim();

  useEffect(() => {
    let current = true;
    const settle = (next: SlugState) => {
      if (current) setSlug(next);
    };
    const look = async () => {
      const suggested = own === null ? await suggestSlug(trimmed) : null;
      if (suggested?.status === "error") return settle({ ...NONE, state: "refused", message: suggested.message });
      const wanted = suggested?.status === "ok" ? suggested.data : (own ?? "");
      if (wanted === "") return settle(NONE);
      const checked = await checkSlug(wanted);
      settle({ slug: wanted, state: checked.available ? "free" : "refused", message: checked.message });
    };
    if ((own ?? trimmed) === "") {
      setSlug(NONE);
      return;
    }
    setSlug((before) => ({ slug: own ?? before.slug, state: "checking", message: null }));
    // Unreachable while typing: creating asks again, and says so then.
    const timer = setTimeout(
      () => look().catch(() => settle({ slug: own ?? "", state: "none", message: null })),
      PAUSE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [own, trimmed, checkSlug, suggestSlug]);

  return { slug, setOwn };
}
