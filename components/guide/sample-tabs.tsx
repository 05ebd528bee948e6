"use client";

import { useSyncExternalStore } from "react";
import { type TabItem, Tabs } from "@/components/ui/tabs";

const STORED = "hub-sample-language";
const CHOSEN = "hub-sample-language-chosen";

function subscribe(changed: () => void): () => void {
  // `storage` fires in other tabs only.
  for (const event of ["storage", CHOSEN]) window.addEventListener(event, changed);
  return () => {
    for (const event of ["storage", CHOSEN]) window.removeEventListener(event, changed);
  };
}

function choose(language: string): void {
  localStorage.setItem(STORED, language);
  window.dispatchEvent(new Event(CHOSEN));
}

/** A sample by language. The choice applies to all samples on all pages. */
export function SampleTabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const wanted = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED),
    () => null,
  );
  const shown = items.find(({ value }) => value === wanted) ?? items[0];
  return <Tabs label={label} value={shown?.value} onValueChange={choose} withoutScript items={items} />;
}
