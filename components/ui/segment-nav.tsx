"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { useEffect, useRef } from "react";
import { TabNav } from "./page-header";

type SegmentNavProps = {
  label: string;
  base: string;
  /** Path segments with their names. The segment of the page at `base` itself is empty. */
  pages: readonly (readonly [segment: string, label: string])[];
};

/** Tabs for the pages of a layout. On phones the row scrolls to the current tab. */
export function SegmentNav({ label, base, pages }: SegmentNavProps) {
  const current = useSelectedLayoutSegment() ?? "";
  const items = pages.map(([segment, label]) => ({
    href: segment ? `${base}/${segment}` : base,
    label,
    current: segment === current,
  }));
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = around.current?.querySelector<HTMLElement>('[aria-current="page"]');
    const row = tab?.parentElement;
    if (row && current) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <div ref={around}>
      <TabNav label={label} items={items} />
    </div>
  );
}
