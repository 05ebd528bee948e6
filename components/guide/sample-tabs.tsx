"use client";

import { type TabItem, Tabs } from "@/components/ui/tabs";
import { useStoredChoice } from "@/components/ui/use-stored-choice";

/** A sample by language. The choice applies to all samples on all pages. */
export function SampleTabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const [wanted, choose] = useStoredChoice("hub-sample-language");
  const shown = items.find(({ value }) => value === wanted) ?? items[0];
  return <Tabs label={label} value={shown?.value} onValueChange={choose} withoutScript items={items} />;
}
