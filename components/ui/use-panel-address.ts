"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { stepTo } from "./step-to";

type PanelAddress = {
  /** Of the query: `logo` for `?logo=<id>`. */
  parameter: string;
  /** Anchors that name an entry too, as links of the search do: `logos.items.` for `#logos.items.<id>`. */
  prefixes: readonly string[];
};

/** The id that an address names, by its query or else its anchor; null where it names none. */
export function panelAt({ search, hash }: { search: string; hash: string }, { parameter, prefixes }: PanelAddress) {
  const asked = new URLSearchParams(search).get(parameter);
  if (asked) return asked;
  const anchor = hash.slice(1);
  const prefix = prefixes.find((one) => anchor.startsWith(one));
  return prefix ? anchor.slice(prefix.length) || null : null;
}

/**
 * The entry whose panel is open, kept in the URL so that it can be linked and reloaded, and Back closes it. Asks nothing of the server;
 * the rest of the query stays. `address` is constant.
 */
export function usePanelAddress(address: PanelAddress) {
  const asked = useSearchParams().get(address.parameter);
  const [id, setId] = useState(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router tells of its own navigations by the query alone
  useEffect(() => {
    const look = () => setId(panelAt(window.location, address));
    look();
    window.addEventListener("hashchange", look);
    window.addEventListener("popstate", look);
    return () => {
      window.removeEventListener("hashchange", look);
      window.removeEventListener("popstate", look);
    };
  }, [asked]);

  const go = useCallback(
    (next: string | null) => {
      // Before the next key: the focus moves along. What closes may do so as its form is sent, and that has to stand until then.
      if (next === null) setId(null);
      else flushSync(() => setId(next));
      stepTo(address.parameter, next, "");
    },
    [address],
  );
  return { id, go };
}
