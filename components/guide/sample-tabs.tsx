"use client";

import { useSyncExternalStore } from "react";
import { type TabItem, Tabs } from "@/components/ui/tabs";

const STORED = "hub-sample-language";
const CHOSEN = "hub-sample-language-chosen";

function subscribe(changed: () => void): () => void {
  // `storage` is told to other tabs alone.
  for (const event of ["storage", CHOSEN]) window.addEventListener(event, changed);
  return () => {
    for (const event of ["storage", CHOSEN]) window.removeEventListener(event, changed);
  };
}

function choose(language: string): void {
  localStorage.setItem(STORED, language);
  window.dispatchEvent(new Event(CHOSEN));
}

/** The same code by language; the reader chooses one for all samples of all pages at once. */
export function SampleTabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const wanted = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED),
    () => null,
  );
  const shown = items.find(({ value }) => value === wanted) ?? items[0];
  return <Tabs label={label} value={shown?.value} onValueChange={choose} withoutScript items={items} />;
}
