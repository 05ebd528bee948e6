"use client";

import { ChevronsUpDown, Menu, Search, X } from "lucide-react";
// `next/error` would bring the pages router’s error page along.
import { catchError } from "next/dist/client/components/catch-error";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { FailedPage } from "@/components/ui/failed-page";
import { useHotkey, useHydrated, useLate } from "@/components/ui/hooks";
import { LateTrigger } from "@/components/ui/late-trigger";
import { Spinner } from "@/components/ui/loading";
import { UNREACHABLE } from "@/components/ui/reached";
import { Kbd, TextLink } from "@/components/ui/text";
import { useToast } from "@/components/ui/toast-context";
import { useTypeAhead } from "@/components/ui/type-ahead";
import { BrandMark } from "./brand-mark";
import { useLeaveGuard } from "./leave-guard";
import { RailNav } from "./rail-nav";
import { recordVisit } from "./recents";
import type { ShellActions, ShellBrand, ShellUser } from "./types";
import { useBrandSwitch, useSwitchedElsewhere } from "./use-brand-switch";
import { useSignOut } from "./use-sign-out";

const loadUserMenu = () => import("./user-menu-panel").then(({ UserMenuPanel }) => UserMenuPanel);

function UserMenu({ user }: { user: ShellUser }) {
  const { signOut, signingOut } = useSignOut();
  const trigger = (
    <button
      type="button"
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Avatar name={user.name} />
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate font-medium leading-5">{user.name}</span>
        <span className="truncate text-muted text-xs leading-4">{user.email}</span>
      </span>
      <span className="sr-only">Account and theme</span>
      {signingOut ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="text-muted" />}
    </button>
  );
  return <LateTrigger load={loadUserMenu} trigger={trigger} popup="menu" overlay={{ signOut }} />;
}

const loadSwitcher = () => import("./brand-switcher-panel").then(({ BrandSwitcherPanel }) => BrandSwitcherPanel);

type BrandSwitcherProps = { brand: ShellBrand | null; brandCount: number; actions: ShellActions };

function BrandSwitcher({ brand, brandCount, actions }: BrandSwitcherProps) {
  const { switchTo, switching } = useBrandSwitch(brand, actions.switchBrand);
  const trigger = (
    <button
      type="button"
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {brand ? <BrandMark brand={brand} size="md" /> : null}
      <span className="flex min-w-0 grow flex-col">
        <span dir="auto" className="truncate font-semibold leading-5">
          {brand?.name ?? "Your brands"}
        </span>
        {brand ? (
          <span className="truncate text-muted text-xs leading-4">
            {ROLE_LABEL[brand.role]} · Version {brand.version}
          </span>
        ) : null}
      </span>
      <span className="sr-only">Switch brand</span>
      {switching ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="text-muted" />}
    </button>
  );
  const overlay = { brand, brandCount, searchBrands: actions.searchBrands, switchTo };
  return <LateTrigger load={loadSwitcher} trigger={trigger} popup="dialog" overlay={overlay} />;
}

const loadDrawer = () => import("@/components/ui/drawer").then(({ Drawer }) => Drawer);

type PhoneBarProps = {
  user: ShellUser;
  brand: ShellBrand | null;
  brandCount: number;
  actions: ShellActions;
  onSearch: () => void;
};

/** The navigation on small screens: a bar with the switcher and a drawer with the pages. */
function PhoneBar({ user, brand, brandCount, actions, onSearch }: PhoneBarProps) {
  const [open, setOpen] = useState(false);
  const { part: Drawer, need } = useLate(loadDrawer);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-1 border-line border-b bg-canvas px-2 py-1 lg:hidden">
      <IconButton
        label="Pages and account"
        icon={<Menu />}
        className="size-11"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => need(() => setOpen(true))}
      />
      {Drawer ? (
        <Drawer title={brand?.name ?? "Brand Identity Hub"} side="left" open={open} onOpenChange={setOpen}>
          <div className="flex min-h-full flex-col justify-between gap-6">
            <RailNav brand={brand} hubAdmin={user.hubAdmin} onNavigate={() => setOpen(false)} />
            <div className="border-line border-t pt-3">
              <UserMenu user={user} />
            </div>
          </div>
        </Drawer>
      ) : null}
      <div className="min-w-0 grow">
        <BrandSwitcher brand={brand} brandCount={brandCount} actions={actions} />
      </div>
      <IconButton label="Search or jump to" icon={<Search />} className="size-11" onClick={onSearch} />
    </header>
  );
}

type OtherTabNoticeProps = {
  elsewhere: { slug: string; name: string };
  /** The brand of this tab. */
  here: string | null;
  onDismiss: () => void;
};

function OtherTabNotice({ elsewhere, here, onDismiss }: OtherTabNoticeProps) {
  return (
    <section
      aria-label="Active brand"
      className="flex items-center justify-between gap-3 border-line border-b bg-sunken py-1.5 pr-2 pl-5 sm:pl-8"
    >
      <p role="status" className="min-w-0">
        You switched to <ContentText className="font-medium">{elsewhere.name}</ContentText> in another tab.
        {here ? <span className="text-muted"> This tab still shows {here}.</span> : null}{" "}
        <TextLink href={`/b/${elsewhere.slug}`}>
          Go to <ContentText>{elsewhere.name}</ContentText>
        </TextLink>
      </p>
      <IconButton size="sm" label="Dismiss" icon={<X />} onClick={onDismiss} />
    </section>
  );
}

const loadPalette = () => import("./hub-command-palette").then(({ HubCommandPalette }) => HubCommandPalette);

const loadLive = () => import("./live/live-brand").then(({ LiveBrand }) => LiveBrand);
/** Loaded late, because nothing on the page waits for it. */
const LIVE_AFTER_MS = 1_500;

/** Keeps the frame when a page fails. */
const PageBoundary = catchError((_: object, failure) => <FailedPage {...failure} />);

type HubFrameProps = {
  user: ShellUser;
  /** The URL's brand. On pages above brands, the active brand, or null if there is none. */
  brand: ShellBrand | null;
  brandCount: number;
  actions: ShellActions;
  children: ReactNode;
};

export function HubFrame({ user, brand, brandCount, actions, children }: HubFrameProps) {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const { announce } = useLeaveGuard();
  const onArrival = useCallback(({ name }: { name: string }) => announce(`Switched to ${name}`), [announce]);
  const { elsewhere, dismiss } = useSwitchedElsewhere(brand?.slug ?? null, onArrival);
  const chord = useChordLabel("K");
  const { part: Palette, need } = useLate(loadPalette);
  const { part: Live, need: needLive } = useLate(loadLive);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const pathname = usePathname();
  const within = pathname.startsWith(`/b/${brand?.slug}`);
  useEffect(() => recordVisit(pathname), [pathname]);
  useEffect(() => {
    if (!location.hash) return;
    // If the script doesn't load, the page only stays where it is.
    import("@/components/ui/link-target").then(({ scrollToTarget }) => scrollToTarget(pathname)).catch(() => {});
  }, [pathname]);
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
            <RailNav brand={brand} hubAdmin={user.hubAdmin} />
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
          <PageBoundary>{children}</PageBoundary>
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

/** Returns a shortcut's label: `⌘K` on Apple devices, `Ctrl K` elsewhere. */
function useChordLabel(key: string): string {
  const hydrated = useHydrated();
  const apple = hydrated && /mac|iphone|ipad/i.test(navigator.platform);
  return apple ? `⌘${key}` : `Ctrl ${key}`;
}
