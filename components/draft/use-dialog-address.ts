"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { stepTo } from "@/components/ui/step-to";
import { panelAt } from "@/components/ui/use-panel-address";
import { oneOf } from "@/lib/platform/ids";

const ADDRESS = { parameter: "dialog", prefixes: [] };

/**
 * The page's open dialog, kept in the URL as `?dialog=`. Back closes it. Forward and a reload call `onRequest`, which
 * returns `false` when the dialog can't open.
 */
export function useDialogAddress<Name extends string>(names: readonly Name[], onRequest: (name: Name) => boolean) {
  const parameter = useSearchParams().get("dialog");
  const [open, show] = useState<Name | null>(null);
  const setOpen = useCallback((name: Name | null) => {
    show(name);
    stepTo("dialog", name);
  }, []);
  const follow = useEffectEvent(() => {
    const named = oneOf(names, panelAt(window.location, ADDRESS)) ?? null;
    if (named === null) show(null);
    else if (named !== open && !onRequest(named)) stepTo("dialog", null);
  });
  // The router reports its own steps late, so a quick Back is only seen through the browser's event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the URL changes, and not before it followed
  useEffect(() => {
    const onChange = () => follow();
    onChange();
    window.addEventListener("popstate", onChange);
    return () => window.removeEventListener("popstate", onChange);
  }, [parameter]);
  return { open, setOpen };
}
