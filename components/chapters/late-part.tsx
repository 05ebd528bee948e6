"use client";

import { type ComponentType, useEffect, useRef } from "react";
import { useLate } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { anchorOf } from "./use-sections";

/** Focuses the link's target, or the first control, unless something has the focus. */
function focusWithin(box: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const named = document.getElementById(anchorOf(window.location.hash) ?? "");
  const target = named && box.contains(named) ? named : box.querySelector<HTMLElement>("select, input, textarea");
  target?.focus();
}

type LatePartProps<Props> = { load: () => Promise<ComponentType<Props>>; props: Props };

/** Section content loaded on open, since most people don't open it. `load` must be a module constant. */
export function LatePart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { part: Part } = useLate(load, true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Part && box.current?.closest("[data-fields]")) focusWithin(box.current);
  }, [Part]);
  return <div ref={box}>{Part ? <Part {...props} /> : <Skeleton className="h-24" />}</div>;
}
