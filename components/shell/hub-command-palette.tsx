"use client";

import {
  Archive,
  Blocks,
  BookOpen,
  CircleUser,
  FileText,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  ShieldCheck,
  Sun,
  Zap,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useState } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { type CommandOption, CommandPalette } from "@/components/ui/command-menu";
import { ContentText } from "@/components/ui/content-text";
import type { TypeAhead } from "@/components/ui/type-ahead";
import { bidiIsolate } from "@/lib/platform/text";
import type { BrandHit } from "@/lib/publishing";
import { type Act, actsFor } from "./acts";
import { BrandMark } from "./brand-mark";
import { useLeaveGuard } from "./leave-guard";
import { afterVisit, ownRecents } from "./recents";
import { contentPlace, matchesWords, SECTIONS, SUBPAGES, sectionAt } from "./sections";
import type { ShellActions, ShellBrand, ShellUser } from "./types";
import { useBrandSwitch } from "./use-brand-switch";
import { useBrandSearch, useContentSearch, usePlaces } from "./use-search";
import { useSignOut } from "./use-sign-out";

type PalettePage = { path: string; label: string; Icon?: LucideIcon; keywords: string };

/** Synonyms of the brand's pages by label. The sidebar doesn't need them. */
const KEYWORDS: Readonly<Record<string, string>> = {
  Overview: "start home completeness",
  Identity: "voice persona personality edit",
  Palette: "colours colors contrast",
  Typography: "fonts typefaces text styles pairing",
  Logos: "symbol wordmark favicon",
  Imagery: "photography illustration icons pictures do and don’t",
  Foundations: "spacing radius border shadow motion tokens",
  Assets: "files pictures",
  "In use": "mock-ups showcase preview download",
  "Drafts and review": "approve approval comments feedback unpublished",
  History: "versions restore compare changes",
  Check: "words rules findings",
  Tools: "entitlements subscriptions",
  Developers: "api integrate",
  Members: "people roles",
  Activity: "audit log",
  Settings: "name slug archive",
  "API keys": "developers tokens",
  Webhooks: "developers deliveries replay",
  Events: "developers inbound",
  Requests: "developers log request id errors calls",
  Federation: "developers tokens mint",
  Usage: "developers requests limits",
  "API documentation": "docs developers openapi pdf",
};

const OF_EVERYBODY: readonly PalettePage[] = [
  { path: "/", label: "All brands", Icon: LayoutGrid, keywords: "gallery start home" },
  { path: "/account", label: "Account", Icon: CircleUser, keywords: "password sessions profile name" },
  { path: "/archived", label: "Archived brands", Icon: Archive, keywords: "restore delete" },
];

const OF_ADMINISTRATORS: readonly PalettePage[] = [
  { path: "/admin", label: "Admin: overview", keywords: "administration health hub" },
  { path: "/admin/brands", label: "Admin: brands", keywords: "archive restore owners" },
  { path: "/admin/activity", label: "Admin: activity", keywords: "audit log sign-ins" },
  { path: "/admin/tools", label: "Admin: tools", keywords: "register" },
  { path: "/admin/entitlements", label: "Admin: entitlements", keywords: "grant" },
  { path: "/admin/people", label: "Admin: people", keywords: "accounts deactivate users" },
  { path: "/admin/requests", label: "Admin: requests", keywords: "log request id errors" },
  { path: "/admin/sign-in", label: "Admin: sign-in policy", keywords: "2fa two-factor two-step require" },
].map((page) => ({ ...page, Icon: ShieldCheck }));

function pagesFor(of: { brand: { slug: string } | null; hubAdmin: boolean }): readonly PalettePage[] {
  const subpages = SUBPAGES.map((page) => ({ ...page, path: `${page.path}#` }));
  const ofBrand = [...SECTIONS, ...subpages].map((page) => ({ ...page, keywords: KEYWORDS[page.label] ?? "" }));
  return [
    ...(of.brand ? ofBrand.map((page) => ({ ...page, path: `/b/${of.brand?.slug}${page.path}` })) : []),
    ...OF_EVERYBODY,
    ...(of.hubAdmin ? OF_ADMINISTRATORS : []),
  ];
}

const LOOK_EVERY_MS = 50;
/** A page that takes longer shows its own error. */
const GIVE_UP_AFTER_MS = 8_000;
const FOCUSABLE = "input:not([type=hidden]), textarea, select, button, [tabindex]";

/** Scrolls to an anchor's element, focuses it and highlights it briefly. */
function show(element: HTMLElement): void {
  element.scrollIntoView({ block: "center" });
  const target = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus({ preventScroll: true });
  const outline = { outline: "3px solid var(--color-accent)", outlineOffset: "3px" };
  element.animate([outline, outline, { outline: "3px solid transparent", outlineOffset: "3px" }], 2_000);
}

/**
 * Goes to an anchor once the new page has rendered and dialogs have closed. Browsers do this for their own navigations
 * only. Components that render the element on demand listen for `hashchange`.
 */
function arriveAt(anchor: string): void {
  const startedMs = performance.now();
  const look = () => {
    if (performance.now() - startedMs > GIVE_UP_AFTER_MS) return;
    const element = document.getElementById(anchor);
    const here = window.location.hash === `#${anchor}`;
    if (!here || document.querySelector("[role=dialog]")) setTimeout(look, LOOK_EVERY_MS);
    else if (element) show(element);
    else {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      setTimeout(look, LOOK_EVERY_MS);
    }
  };
  setTimeout(look, LOOK_EVERY_MS);
}

/** Pages, and brands besides the current one, that the palette offers before anything is typed. */
const MAX_RECENT = 3;

type Entry = CommandOption & { keywords: string };

type HubCommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  brand: ShellBrand | null;
  user: ShellUser;
  actions: ShellActions;
  ahead: TypeAhead;
};

export function HubCommandPalette({ open, onOpenChange, brand, user, actions, ahead }: HubCommandPaletteProps) {
  const router = useRouter();
  const pathname = usePathname();
  const { resolvedTheme, setTheme } = useTheme();
  const { leave } = useLeaveGuard();
  const { signOut } = useSignOut();
  const { switchTo } = useBrandSwitch(brand, actions.switchBrand);
  const [query, setQuery] = useState("");
  const { matches, loading, failure } = useBrandSearch(actions.searchBrands, query, open);
  const { hits, searching } = useContentSearch(actions.searchContent, (open && brand?.id) || null, query);
  const places = usePlaces(actions.readPlaces, open);

  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setQuery("");
  };
  const entry = (id: string, label: string, icon: CommandOption["icon"], keywords: string, run: () => void): Entry => ({
    id,
    label,
    icon,
    keywords,
    onSelect: () => {
      change(false);
      run();
    },
  });
  const page = (href: string, label: string, icon: CommandOption["icon"], keywords: string) =>
    entry(`page ${href}`, label, icon, keywords, () => leave(() => router.push(href)));

  const pages = pagesFor({ brand, hubAdmin: user.hubAdmin }).map(({ path, label, Icon, keywords }) =>
    page(path, label, Icon && <Icon aria-hidden="true" />, keywords),
  );
  const light = entry("theme light", "Use light theme", <Sun aria-hidden="true" />, "appearance", () =>
    setTheme("light"),
  );
  const dark = entry("theme dark", "Use dark theme", <Moon aria-hidden="true" />, "appearance", () => setTheme("dark"));
  const createBrand = page("/new", "Create brand", <Plus aria-hidden="true" />, "new add");
  const entries = [
    createBrand,
    light,
    dark,
    entry("theme system", "Use system theme", <Monitor aria-hidden="true" />, "appearance", () => setTheme("system")),
    entry("sign-out", "Sign out", <LogOut aria-hidden="true" />, "log out leave", signOut),
  ];
  const toEntry = ({ path, label, Icon = Zap, keywords }: Act) => ({
    ...page(path, label, <Icon aria-hidden="true" />, keywords),
    id: `act ${label}`,
  });
  const acts = actsFor({ brand, hubAdmin: user.hubAdmin });
  const daily = [...acts.filter(({ Icon }) => Icon).map(toEntry), resolvedTheme === "dark" ? light : dark, createBrand];
  const here = afterVisit("", pathname);
  const recent = ownRecents().flatMap(({ slug, section }): Entry[] => {
    const at = matches.brands.find((one) => one.slug === slug);
    const shown = sectionAt(`/b/${slug}/${section}`);
    if (!at || !shown || afterVisit("", `/b/${slug}/${section}`) === here) return [];
    const go = page(`/b/${slug}${shown.path}`, shown.label, <shown.Icon aria-hidden="true" />, "");
    return [{ ...go, id: `recent ${slug} ${section}`, hint: at.name }];
  });
  const tools = query
    ? places.tools.flatMap(({ slug, name }) => [
        ...(brand
          ? [
              {
                ...page(`/b/${brand.slug}/tools`, name, <Blocks aria-hidden="true" />, `${slug} tool`),
                id: `tool ${slug}`,
                hint: `Tool of ${brand.name}`,
              },
            ]
          : []),
        ...(user.hubAdmin
          ? [page(`/admin/tools/${slug}`, `Admin: ${name}`, <ShieldCheck aria-hidden="true" />, `${slug} tool`)]
          : []),
      ])
    : [];
  const chapters = query
    ? places.chapters.map(({ id, title }) =>
        page(`/docs/${id}`, title, <BookOpen aria-hidden="true" />, "docs documentation guide help"),
      )
    : [];
  const content = hits.map(({ path, label, name, text, hex, lang }): Entry => {
    const place = contentPlace(path);
    const go = () =>
      leave(() => {
        router.push(`/b/${brand?.slug}${place}`);
        arriveAt(path);
      });
    const hint = [hex, text].filter(Boolean).join(" · ");
    return {
      ...entry(`content ${path}`, label, contentIcon(hex), "", go),
      shown: <HitLabel {...{ label, name, lang }} />,
      hint: hint ? <ContentText lang={lang ?? undefined}>{hint}</ContentText> : undefined,
    };
  });
  const brands = matches.brands.map(
    (one): Entry => ({
      ...entry(`brand ${one.slug}`, one.name, <BrandMark brand={one} />, one.slug, () => switchTo(one)),
      hint: `${one.id === brand?.id ? "Current · " : ""}${ROLE_LABEL[one.role]} · Version ${one.version}`,
    }),
  );
  const matching = (entries: readonly Entry[]) =>
    entries.filter(({ label, keywords }) => matchesWords(query, [label, keywords]));
  const others = brands.filter(({ id }) => id !== `brand ${brand?.slug}`);
  const atRest = [
    { heading: "Recent", options: recent.slice(0, MAX_RECENT) },
    { heading: "Actions", options: daily },
    { heading: "Other brands", options: others.slice(0, MAX_RECENT) },
  ];
  const found = () => [
    { heading: brand ? `Pages of ${bidiIsolate(brand.name)}` : "Pages", options: matching(pages) },
    { heading: "Brands", options: brands },
    { heading: brand ? `In ${bidiIsolate(brand.name)}` : "Content", options: content },
    { heading: "Actions", options: matching([...acts.map(toEntry), ...entries]) },
    { heading: "Tools", options: matching(tools) },
    { heading: "Documentation", options: matching(chapters) },
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={change}
      label="Search for content, pages, brands, tools and actions"
      placeholder="Search or jump to"
      query={query}
      ahead={ahead}
      onQueryChange={setQuery}
      loading={loading || searching}
      emptyText={failure ?? "No results"}
      groups={(query ? found() : atRest).filter(({ options }) => options.length > 0)}
    />
  );
}

function HitLabel({ label, name, lang }: Pick<BrandHit, "label" | "name" | "lang">) {
  return (
    <>
      {label.slice(0, label.length - name.length)}
      {name ? <ContentText lang={lang ?? undefined}>{name}</ContentText> : null}
    </>
  );
}

function contentIcon(hex: string | null) {
  if (hex === null) return <FileText aria-hidden="true" />;
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 rounded-[0.3rem] border border-line-strong"
      style={{ backgroundColor: hex }}
    />
  );
}
