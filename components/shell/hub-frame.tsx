"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { UNREACHABLE } from "@/components/ui/reached";
import { useToast } from "@/components/ui/toast-context";
import { useTypeAhead } from "@/components/ui/type-ahead";
import { useHotkey } from "@/components/ui/use-hotkey";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useLate } from "@/components/ui/use-late";
import { BrandSwitcher } from "./brand-switcher";
import { useLeaveGuard } from "./leave-guard";
import { OtherTabNotice } from "./other-tab-notice";
import { useSwitchedElsewhere } from "./other-tabs";
import { PhoneBar } from "./phone-bar";
import { RailNav } from "./rail-nav";
import type { ShellActions, ShellBrand, ShellUser } from "./types";
import { UserMenu } from "./user-menu";

const loadPalette = () => import("./hub-command-palette").then(({ HubCommandPalette }) => HubCommandPalette);

const loadLive = () => import("./live/live-brand").then(({ LiveBrand }) => LiveBrand);
/** Nothing of the page itself waits for it. */
const LIVE_AFTER_MS = 1_500;

type HubFrameProps = {
  user: ShellUser;
  /** The brand of the URL; on pages above brands the active one; null for who belongs to none. */
  brand: ShellBrand | null;
  brandCount: number;
  actions: ShellActions;
  children: ReactNode;
};

/** The frame of every page of the hub: rail or phone bar, command palette, and `<main>` with the page in it. */
export function HubFrame({ user, brand, brandCount, actions, children }: HubFrameProps) {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const { announce } = useLeaveGuard();
  const onArrival = useCallback(({ name }: { name: string }) => announce(`Switched to ${name}`), [announce]);
  const { elsewhere, dismiss } = useSwitchedElsewhere(brand?.slug ?? null, onArrival);
  const chord = useChordLabel("K");
  const { part: Palette, need } = useLate(loadPalette);
  const { part: Live, need: needLive } = useLate(loadLive);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const within = usePathname().startsWith(`/b/${brand?.slug}`);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        needLive(
          () => {},
          () => {},
        ),
      LIVE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [needLive]);
  const toast = useToast();
  const ahead = useTypeAhead();
  const openPalette = () => {
    if (!Palette) ahead.keep();
    need(
      () => setPaletteOpen(true),
      () => {
        ahead.take();
        toast({ tone: "danger", title: UNREACHABLE });
      },
    );
  };
  useHotkey("mod+k", () => (paletteOpen ? setPaletteOpen(false) : openPalette()));
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <div className="hidden border-line border-r bg-sunken lg:block">
        <aside aria-label="Brand and pages" className="sticky top-0 flex h-dvh flex-col">
          <div className="flex flex-col gap-2 p-3">
            <BrandSwitcher brand={brand} brandCount={brandCount} actions={actions} />
            <button
              type="button"
              onClick={openPalette}
              className="flex h-8 items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4"
            >
              <Search aria-hidden="true" />
              <span className="grow text-left">Search or jump to</span>
              <Kbd>{chord}</Kbd>
            </button>
          </div>
          <div className="min-h-0 grow overflow-y-auto px-3 py-1">
            <RailNav slug={brand?.slug ?? null} hubAdmin={user.hubAdmin} />
          </div>
          <div ref={setRail} className="px-3" />
          <div className="border-line border-t p-3">
            <UserMenu user={user} />
          </div>
        </aside>
      </div>
      <PhoneBar user={user} brand={brand} brandCount={brandCount} actions={actions} onSearch={openPalette} />
      <div className="flex min-w-0 grow flex-col">
        {elsewhere ? <OtherTabNotice elsewhere={elsewhere} here={brand?.name ?? null} onDismiss={dismiss} /> : null}
        {Live && brand && within ? <Live key={brand.id} brand={brand} rail={rail} /> : null}
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl grow px-5 pt-6 pb-16 sm:px-8 lg:pt-8">
          {children}
        </main>
      </div>
      {Palette ? (
        <Palette
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
          brand={brand}
          user={user}
          actions={actions}
          ahead={ahead}
        />
      ) : null}
    </div>
  );
}

/** How this machine's keyboard writes the command chord with a key: `⌘K` on Apple machines, `Ctrl K` elsewhere. */
function useChordLabel(key: string): string {
  const hydrated = useHydrated();
  const apple = hydrated && /mac|iphone|ipad/i.test(navigator.platform);
  return apple ? `⌘${key}` : `Ctrl ${key}`;
}
