"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { belongsToPage } from "@/components/ui/hooks";
import type { StoredAsset } from "@/lib/content";
import { afterPress } from "./kind-labels";

type Assets = readonly StoredAsset[];

const NONE: ReadonlySet<string> = new Set();

/** Selected assets. Searching keeps them, deleting an asset deselects it until Undo, and Escape clears all. */
export function useSelection(assets: Assets, found: Assets, enabled: boolean) {
  const [ids, setIds] = useState(NONE);
  const last = useRef<string | null>(null);
  const clear = useCallback(() => {
    last.current = null;
    setIds(NONE);
  }, []);

  const selected = enabled ? assets.filter(({ id }) => ids.has(id)) : [];
  const any = selected.length > 0;
  useEffect(() => {
    if (!any) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape" && belongsToPage(event)) clear();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [any, clear]);

  const press = (id: string, checked: boolean, shift: boolean) => {
    const order = found.map((asset) => asset.id);
    setIds(afterPress(ids, order, { id, checked, from: shift ? last.current : null }));
    last.current = id;
  };
  const pressAll = (checked: boolean) => {
    const next = new Set(ids);
    for (const { id } of found) checked ? next.add(id) : next.delete(id);
    setIds(next);
  };
  const among = found.filter(({ id }) => ids.has(id)).length;
  return {
    ids,
    selected,
    hidden: selected.length - among,
    all: among > 0 && among === found.length,
    press,
    pressAll,
    clear,
  };
}

export type Selection = ReturnType<typeof useSelection>;
