import { useEffect, useState } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";

const PAUSE_MS = 250;

export type SlugState = {
  slug: string;
  /** `suggesting`: the slug still belongs to an earlier name. */
  state: "none" | "suggesting" | "checking" | "free" | "refused";
  message: string | null;
};

const NONE: SlugState = { slug: "", state: "none", message: null };

type SlugQuestions = {
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  /** Checks if a slug is free. Without it, slugs are not checked. */
  checkSlug?: (slug: string) => Promise<{ available: boolean; message: string | null }>;
};

/** A slug that follows the name until the person edits it. */
export function useSlug(name: string, { suggestSlug, checkSlug }: SlugQuestions) {
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
      const candidate = suggested?.status === "ok" ? suggested.data : (own ?? "");
      if (!checkSlug || candidate === "") return settle({ ...NONE, slug: candidate });
      const check = await checkSlug(candidate);
      settle({ slug: candidate, state: check.available ? "free" : "refused", message: check.message });
    };
    if ((own ?? trimmed) === "") {
      setSlug(NONE);
      return;
    }
    const state = own === null ? "suggesting" : "checking";
    setSlug((before) => ({ slug: own ?? before.slug, state, message: null }));
    // Ignores network errors while typing: creating checks again and reports them.
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

export function slugMissing({ slug, state }: SlugState, of: string): string | null {
  if (state === "suggesting") return "Wait for the suggestion.";
  return slug === "" ? (of === "brand" ? "Enter an address." : "Enter a slug.") : null;
}
