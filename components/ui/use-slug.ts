import { useEffect, useState } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";

const PAUSE_MS = 250;

export type SlugState = {
  slug: string;
  /** `suggesting`: what stands there is of an earlier name. */
  state: "none" | "suggesting" | "checking" | "free" | "refused";
  message: string | null;
};

const NONE: SlugState = { slug: "", state: "none", message: null };

type SlugQuestions = {
  suggestSlug: (name: string) => Promise<FormResult<string>>;
  /** Whether a slug is free; without it, what was suggested or written is not asked about. */
  checkSlug?: (slug: string) => Promise<{ available: boolean; message: string | null }>;
};

/** The slug of what is being made: it follows the name until somebody writes their own, and is checked while typing. */
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
      const wanted = suggested?.status === "ok" ? suggested.data : (own ?? "");
      if (!checkSlug || wanted === "") return settle({ ...NONE, slug: wanted });
      const checked = await checkSlug(wanted);
      settle({ slug: wanted, state: checked.available ? "free" : "refused", message: checked.message });
    };
    if ((own ?? trimmed) === "") {
      setSlug(NONE);
      return;
    }
    const state = own === null ? "suggesting" : "checking";
    setSlug((before) => ({ slug: own ?? before.slug, state, message: null }));
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

/** Why nothing can be made under this slug yet, as the button says it; null when it can. */
export function slugMissing({ slug, state }: SlugState, of: string): string | null {
  if (state === "suggesting") return "A moment: a slug is being made of the name.";
  return slug === "" ? `Give the ${of} a slug first.` : null;
}
