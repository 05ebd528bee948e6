"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { TabNav } from "@/components/ui/tab-nav";

const PAGES = [
  ["keys", "Keys"],
  ["webhooks", "Webhooks"],
  ["events", "Events"],
  ["federation", "Federation"],
  ["usage", "Usage"],
  ["docs", "Docs"],
] as const;

/** The tabs of the developer area; `base` is its address. */
export function DeveloperNav({ base }: { base: string }) {
  const current = useSelectedLayoutSegment();
  const items = PAGES.map(([segment, label]) => ({ href: `${base}/${segment}`, label, current: segment === current }));
  return <TabNav label="Developer area" items={items} />;
}
