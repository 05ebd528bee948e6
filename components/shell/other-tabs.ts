"use client";

import { useEffect, useState } from "react";

const CHANNEL = "hub-active-brand";

type Switched = { slug: string; name: string };

let announced: Switched | null = null;

/** Remembers that this tab is about to switch; `useSwitchedElsewhere` tells the others once it has arrived. */
export function expectSwitch(brand: Switched | null): void {
  announced = brand && { slug: brand.slug, name: brand.name };
}

/**
 * Tells the other tabs when this one has arrived at the brand it switched to, and gives the brand that another tab switched
 * to since this page stands here, or null. Nobody is moved: the URL of each tab stays the truth.
 */
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
