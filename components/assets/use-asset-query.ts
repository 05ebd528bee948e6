"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";
import { ASSET_KINDS, type AssetKind } from "@/lib/contract";
import { oneOf } from "@/lib/kernel/one-of";

/**
 * What is looked for, kept in the URL so that it can be linked and reloaded. Typing replaces the entry of the history and asks
 * nothing of the server; another search starts at the first page.
 */
export function useAssetQuery() {
  const pathname = usePathname();
  const parameters = useSearchParams();
  const [text, setText] = useState(parameters.get("q") ?? "");
  const kind = oneOf(ASSET_KINDS, parameters.get("kind")) ?? null;
  const collection = parameters.get("collection") || null;
  const tag = parameters.get("tag") || null;
  const page = Math.max(1, Math.trunc(Number(parameters.get("page"))) || 1);

  const hrefOf = useCallback(
    (change: { q?: string; kind?: string; collection?: string; tag?: string; page?: number }) => {
      const next = new URLSearchParams(parameters);
      for (const [name, value] of Object.entries({ page: "", ...change })) {
        if (value && value !== 1) next.set(name, String(value));
        else next.delete(name);
      }
      return next.size > 0 ? `${pathname}?${next}` : pathname;
    },
    [pathname, parameters],
  );
  const search = (q: string) => {
    setText(q);
    window.history.replaceState(null, "", hrefOf({ q: q.trim() }));
  };
  const chooseKind = (chosen: AssetKind | null) =>
    window.history.replaceState(null, "", hrefOf({ kind: chosen ?? "" }));
  const chooseCollection = (chosen: string) => window.history.replaceState(null, "", hrefOf({ collection: chosen }));
  const chooseTag = (chosen: string) => window.history.replaceState(null, "", hrefOf({ tag: chosen }));
  const showAll = () => {
    setText("");
    window.history.replaceState(null, "", pathname);
  };
  return { text, kind, collection, tag, page, search, chooseKind, chooseCollection, chooseTag, showAll, hrefOf };
}
