"use client";

import { useEffect, useState } from "react";

const CHANNEL = "hub-active-brand";

type Switched = { slug: string; name: string };

let announced: Switched | null = null;

/** Remembers a brand switch. `useSwitchedElsewhere` announces it to other tabs once this tab has arrived. */
export function expectSwitch(brand: Switched | null): void {
  announced = brand && { slug: brand.slug, name: brand.name };
}

/** Returns the brand that another tab switched to, or null. Tabs keep their own URL. */
export function useSwitchedElsewhere(slug: string | null, onArrival: (brand: Switched) => void) {
  const [elsewhere, setElsewhere] = useState<Switched | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    if (announced && announced.slug === slug) {
      channel.postMessage(announced);
      onArrival(announced);
      announced = null;
    }
    channel.onmessage = ({ data }: MessageEvent<Switched>) => setElsewhere(data.slug === slug ? null : data);
    return () => channel.close();
  }, [slug, onArrival]);
  return { elsewhere, dismiss: () => setElsewhere(null) };
}
