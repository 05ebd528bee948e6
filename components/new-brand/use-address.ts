"use client";

import { useEffect, useState } from "react";
import type { NewBrandActions } from "./types";

const PAUSE_MS = 250;

export type AddressState = {
  slug: string;
  state: "none" | "checking" | "free" | "refused";
  message: string | null;
};

const NONE: AddressState = { slug: "", state: "none", message: null };

/** The address of the new brand: it follows the name until somebody writes their own, and is checked while typing. */
export function useAddress(name: string, { checkSlug, suggestSlug }: NewBrandActions) {
  const [own, setOwn] = useState<string | null>(null);
  const [address, setAddress] = useState(NONE);
  const trimmed = name.trim();

  useEffect(() => {
    let current = true;
    const settle = (next: AddressState) => {
      if (current) setAddress(next);
    };
    const look = async () => {
      const slug = own ?? (await suggestSlug(trimmed));
      if (slug === "") return settle(NONE);
      const checked = await checkSlug(slug);
      settle({ slug, state: checked.available ? "free" : "refused", message: checked.message });
    };
    if ((own ?? trimmed) === "") {
      setAddress(NONE);
      return;
    }
    setAddress((before) => ({ slug: own ?? before.slug, state: "checking", message: null }));
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

  return { address, setOwn };
}
