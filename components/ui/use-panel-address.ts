"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { stepTo } from "./step-to";

type PanelAddress = {
  /** The query parameter: `logo` for `?logo=<id>`. */
  parameter: string;
  /** Anchors that also name an entry, as search links do: `logos.items.` for `#logos.items.<id>`. */
  prefixes: readonly string[];
};

/** Returns the ID in a URL's query or else its anchor, or null. */
export function panelAt({ search, hash }: { search: string; hash: string }, { parameter, prefixes }: PanelAddress) {
  const param = new URLSearchParams(search).get(parameter);
  if (param) return param;
  const anchor = hash.slice(1);
  const prefix = prefixes.find((one) => anchor.startsWith(one));
  return prefix ? anchor.slice(prefix.length) || null : null;
}

/**
 * Keeps the open entry in the URL, so it can be linked and Back closes it. Needs no request and keeps the rest of the
 * query. `address` must be constant.
 */
export function usePanelAddress(address: PanelAddress) {
  const param = useSearchParams().get(address.parameter);
  const [id, setId] = useState(param);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the only sign of the router's own navigations
  useEffect(() => {
    const look = () => setId(panelAt(window.location, address));
    look();
    window.addEventListener("hashchange", look);
    window.addEventListener("popstate", look);
    return () => {
      window.removeEventListener("hashchange", look);
      window.removeEventListener("popstate", look);
    };
  }, [param]);

  const go = useCallback(
    (next: string | null) => {
      // Opening is synchronous, so the focus moves before the next key. Closing isn't: a form inside may still submit.
      if (next === null) setId(null);
      else flushSync(() => setId(next));
      stepTo(address.parameter, next, "");
    },
    [address],
  );
  return { id, go };
}
