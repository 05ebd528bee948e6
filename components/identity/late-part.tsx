"use client";

import { type ComponentType, useEffect, useRef } from "react";
import { useLate } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { addressAt } from "./use-section-address";

/** Moves the focus to the place that a link leads to, or else to the first control, where nothing has it. */
function focusWithin(box: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const named = document.getElementById(addressAt(window.location).anchor ?? "");
  const target = named && box.contains(named) ? named : box.querySelector<HTMLElement>("select, input, textarea");
  target?.focus();
}

/** What of an open section is fetched when it is opened, since most people do not come for it. `load` stands outside of components. */
export function LatePart({ load }: { load: () => Promise<ComponentType> }) {
  const { part: Part, need } = useLate(load);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => need(() => undefined), [need]);
  useEffect(() => {
    if (Part && box.current?.closest("[data-fields]")) focusWithin(box.current);
  }, [Part]);
  return <div ref={box}>{Part ? <Part /> : <Skeleton className="h-24" />}</div>;
}
