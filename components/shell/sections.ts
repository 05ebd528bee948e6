import {
  Blocks,
  Component,
  Fingerprint,
  FolderOpen,
  GitPullRequestDraft,
  History,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Palette,
  Presentation,
  Ruler,
  ScrollText,
  Settings,
  SpellCheck,
  SquareTerminal,
  Type,
  Users,
} from "lucide-react";
import type { Role } from "@/lib/contract";

type ShellSection = {
  path: string;
  label: string;
  Icon: LucideIcon;
  keywords: string;
  /** True if only useful to owners and admins. */
  managed?: boolean;
  /** Where the link leads for others, if not to `path`. */
  forOthers?: string;
};

type SectionGroup = {
  title: string;
  sections: readonly ShellSection[];
};

export const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    title: "Brand",
    sections: [
      { path: "", label: "Overview", Icon: LayoutDashboard, keywords: "start home completeness" },
      { path: "/identity", label: "Identity", Icon: Fingerprint, keywords: "voice persona personality edit" },
      { path: "/palette", label: "Palette", Icon: Palette, keywords: "colours colors contrast" },
      { path: "/typography", label: "Typography", Icon: Type, keywords: "fonts typefaces text styles pairing" },
      { path: "/logos", label: "Logos", Icon: Component, keywords: "symbol wordmark favicon" },
      {
        path: "/imagery",
        label: "Imagery",
        Icon: Images,
        keywords: "photography illustration icons pictures do and don’t",
      },
      {
        path: "/foundations",
        label: "Foundations",
        Icon: Ruler,
        keywords: "spacing radius border shadow motion tokens",
      },
      { path: "/assets", label: "Assets", Icon: FolderOpen, keywords: "files pictures" },
      { path: "/in-use", label: "In use", Icon: Presentation, keywords: "mock-ups showcase preview download" },
    ],
  },
  {
    title: "Publish",
    sections: [
      {
        path: "/review",
        label: "Drafts and review",
        Icon: GitPullRequestDraft,
        keywords: "approve approval comments feedback unpublished",
      },
      { path: "/history", label: "History", Icon: History, keywords: "versions restore compare changes" },
    ],
  },
  {
    title: "Connect",
    sections: [
      { path: "/check", label: "Check", Icon: SpellCheck, keywords: "words rules findings" },
      { path: "/tools", label: "Tools", Icon: Blocks, keywords: "entitlements subscriptions" },
      {
        path: "/developers/keys",
        label: "Developers",
        Icon: SquareTerminal,
        keywords: "api integrate",
        managed: true,
        forOthers: "/developers/webhooks",
      },
    ],
  },
  {
    title: "Manage",
    sections: [
      { path: "/members", label: "Members", Icon: Users, keywords: "people roles" },
      { path: "/activity", label: "Activity", Icon: ScrollText, keywords: "audit log" },
      { path: "/settings", label: "Settings", Icon: Settings, keywords: "name slug archive", managed: true },
    ],
  },
];

export const SECTIONS: readonly ShellSection[] = SECTION_GROUPS.flatMap(({ sections }) => sections);

export const SUBPAGES: readonly { path: string; label: string; keywords: string }[] = [
  { path: "/developers/keys", label: "API keys", keywords: "developers tokens" },
  { path: "/developers/webhooks", label: "Webhooks", keywords: "developers deliveries replay" },
  { path: "/developers/events", label: "Events", keywords: "developers inbound" },
  { path: "/developers/requests", label: "Requests", keywords: "developers log request id errors calls" },
  { path: "/developers/federation", label: "Federation", keywords: "developers tokens mint" },
  { path: "/developers/usage", label: "Usage", keywords: "developers requests limits" },
  { path: "/developers/docs", label: "API documentation", keywords: "docs developers openapi pdf" },
];

/** Returns the part after the brand's slug: `/palette` for `/b/birch/palette`. Null outside a brand. */
export const pathInBrand = (pathname: string): string | null =>
  /^\/b\/[^/]+(\/.*)?$/.exec(pathname)?.at(1) ?? (/^\/b\/[^/]+$/.test(pathname) ? "" : null);

const firstSegment = (path: string): string => path.split("/")[1] ?? "";

export function sectionAt(pathname: string): ShellSection | null {
  const path = pathInBrand(pathname);
  if (path === null) return null;
  return SECTIONS.find((section) => firstSegment(section.path) === firstSegment(path)) ?? null;
}

/** Returns the same section for another brand, but never a single entry, and the overview if the role lacks access. */
export function sectionToKeep(pathname: string, role: Role): string {
  const section = sectionAt(pathname);
  if (!section || (section.managed && role !== "owner" && role !== "admin")) return "";
  const subpage = SUBPAGES.find(({ path }) => pathInBrand(pathname)?.startsWith(path));
  return subpage?.path ?? section.path;
}

const PAGE_OF: Readonly<Record<string, string>> = {
  identity: "/identity",
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  legal: "/identity",
  logos: "/logos",
  assets: "/assets",
};

/** Returns a field's page and anchor below the brand's URL, such as `/identity#identity.brand.tagline`. */
export const contentPlace = (path: string): string => `${PAGE_OF[path.split(".")[0] ?? ""] ?? ""}#${path}`;

const BETWEEN = /[^\p{L}\p{N}]+/u;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** True if every word of the query starts a word of one of the texts. Ignores case and accents. */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => plain(text).split(BETWEEN));
  return plain(query)
    .split(BETWEEN)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
