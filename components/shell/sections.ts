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
  /** True if only useful to owners and admins. */
  managed?: boolean;
  /** Where the link leads for others, if not to `path`. */
  forOthers?: string;
};

type SectionGroup = { title: string; sections: readonly ShellSection[] };

export const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    title: "Brand",
    sections: [
      { path: "", label: "Overview", Icon: LayoutDashboard },
      { path: "/identity", label: "Identity", Icon: Fingerprint },
      { path: "/palette", label: "Palette", Icon: Palette },
      { path: "/typography", label: "Typography", Icon: Type },
      { path: "/logos", label: "Logos", Icon: Component },
      { path: "/imagery", label: "Imagery", Icon: Images },
      { path: "/foundations", label: "Foundations", Icon: Ruler },
      { path: "/assets", label: "Assets", Icon: FolderOpen },
      { path: "/in-use", label: "In use", Icon: Presentation },
    ],
  },
  {
    title: "Publish",
    sections: [
      { path: "/review", label: "Drafts and review", Icon: GitPullRequestDraft },
      { path: "/history", label: "History", Icon: History },
    ],
  },
  {
    title: "Connect",
    sections: [
      { path: "/check", label: "Check", Icon: SpellCheck },
      { path: "/tools", label: "Tools", Icon: Blocks },
      {
        path: "/developers/keys",
        label: "Developers",
        Icon: SquareTerminal,
        managed: true,
        forOthers: "/developers/webhooks",
      },
    ],
  },
  {
    title: "Manage",
    sections: [
      { path: "/members", label: "Members", Icon: Users },
      { path: "/activity", label: "Activity", Icon: ScrollText },
      { path: "/settings", label: "Settings", Icon: Settings, managed: true },
    ],
  },
];

export const SECTIONS: readonly ShellSection[] = SECTION_GROUPS.flatMap(({ sections }) => sections);

export const SUBPAGES: readonly { path: string; label: string }[] = [
  { path: "/developers/keys", label: "API keys" },
  { path: "/developers/webhooks", label: "Webhooks" },
  { path: "/developers/events", label: "Events" },
  { path: "/developers/requests", label: "Requests" },
  { path: "/developers/federation", label: "Federation" },
  { path: "/developers/usage", label: "Usage" },
  { path: "/developers/docs", label: "API documentation" },
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
