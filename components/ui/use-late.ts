"use client";

import { useCallback, useState } from "react";
import { UNREACHABLE } from "./reached";
import { useToast } from "./toast-context";

/** Fetches the part and goes on; where that fails, a toast says so unless `otherwise` does. */
type Need = (then: () => void, otherwise?: () => void) => void;

/**
 * A part of the page that is fetched when it is first needed: null until then. A fetch that failed is made anew with the next need. `load`
 * stands outside of components, so that it stays the same.
 */
export function useLate<Part>(load: () => Promise<Part>): { part: Part | null; need: Need } {
  const [part, setPart] = useState<Part | null>(null);
  const toast = useToast();
  const need = useCallback<Need>(
    (then, otherwise = () => toast({ tone: "danger", title: UNREACHABLE })) => {
      const found = (loaded: Part) => {
        setPart(() => loaded);
        then();
      };
      load().then(found, otherwise);
    },
    [load, toast],
  );
  return { part, need };
}
