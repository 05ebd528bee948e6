"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { useToast } from "@/components/ui/toast-context";
import { useLeaveGuard } from "./leave-guard";
import { sectionToKeep } from "./sections";
import type { ShellActions, ShellBrand } from "./types";

const CHANNEL = "hub-active-brand";

type Switched = { slug: string; name: string };

let announced: Switched | null = null;

/** Remembers a brand switch. `useSwitchedElsewhere` announces it to other tabs once this tab has arrived. */
function expectSwitch(brand: Switched | null): void {
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

/** Switches brands and stays in the same section. Asks about unsaved edits first. */
export function useBrandSwitch(current: ShellBrand | null, switchBrand: ShellActions["switchBrand"]) {
  const pathname = usePathname();
  const router = useRouter();
  const showToast = useToast();
  const { leave } = useLeaveGuard();
  const [switching, startTransition] = useTransition();

  function switchTo(brand: ShellBrand) {
    const section = sectionToKeep(pathname, brand.role);
    if (brand.id === current?.id) {
      if (!pathname.startsWith(`/b/${brand.slug}`)) leave(() => router.push(`/b/${brand.slug}`));
      return;
    }
    leave(() =>
      startTransition(async () => {
        expectSwitch(brand);
        const result = await switchBrand(brand.id, section);
        if (result?.status !== "error") return;
        expectSwitch(null);
        showToast({ title: `Can’t switch to ${brand.name}`, description: result.message, tone: "danger" });
      }),
    );
  }
  return { switchTo, switching };
}
