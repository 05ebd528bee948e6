"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { useEffect, useRef } from "react";
import { TabNav } from "@/components/ui/page-header";

const PAGES = [
  ["keys", "Keys"],
  ["webhooks", "Webhooks"],
  ["events", "Events"],
  ["requests", "Requests"],
  ["federation", "Federation"],
  ["usage", "Usage"],
  ["docs", "Docs"],
] as const;

/** On phones the row scrolls to the current tab. */
export function DeveloperNav({ base }: { base: string }) {
  const current = useSelectedLayoutSegment();
  const items = PAGES.map(([segment, label]) => ({ href: `${base}/${segment}`, label, current: segment === current }));
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = around.current?.querySelector<HTMLElement>(`[href="${base}/${current}"]`);
    const row = tab?.parentElement;
    if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [base, current]);
  return (
    <div ref={around}>
      <TabNav label="Developer area" items={items} />
    </div>
  );
}
