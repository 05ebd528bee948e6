import { Archive, CircleUser, type LucideIcon, ShieldCheck } from "lucide-react";
import { SECTIONS, SUBPAGES } from "./sections";

/** A page that the command palette leads to. */
type PalettePage = { path: string; label: string; Icon?: LucideIcon; keywords: readonly string[] };

const OF_EVERYBODY: readonly PalettePage[] = [
  { path: "/account", label: "Account", Icon: CircleUser, keywords: ["password", "sessions", "profile", "name"] },
  { path: "/archived", label: "Archived brands", Icon: Archive, keywords: ["restore", "delete"] },
];

const OF_ADMINISTRATORS: readonly PalettePage[] = [
  { path: "/admin", label: "Admin: overview", keywords: ["administration", "health", "hub"] },
  { path: "/admin/brands", label: "Admin: brands", keywords: ["archive", "restore", "owners"] },
  { path: "/admin/activity", label: "Admin: activity", keywords: ["audit", "log", "sign-ins"] },
  { path: "/admin/tools", label: "Admin: tools", keywords: ["register"] },
  { path: "/admin/entitlements", label: "Admin: entitlements", keywords: ["grant"] },
  { path: "/admin/people", label: "Admin: people", keywords: ["accounts", "deactivate", "users"] },
  { path: "/admin/requests", label: "Admin: requests", keywords: ["log", "request id", "errors"] },
  { path: "/admin/sign-in", label: "Admin: signing in", keywords: ["two-step", "require"] },
].map((page) => ({ ...page, Icon: ShieldCheck }));

/** The pages in reach; with `subpages` also those that stand in no rail, which are found by words alone. */
export function pagesFor(of: {
  brand: { slug: string } | null;
  hubAdmin: boolean;
  subpages: boolean;
}): readonly PalettePage[] {
  const ofBrand: readonly PalettePage[] = [
    ...SECTIONS,
    ...(of.subpages ? SUBPAGES.map((page) => ({ ...page, path: `${page.path}#` })) : []),
  ];
  return [
    ...(of.brand ? ofBrand.map((page) => ({ ...page, path: `/b/${of.brand?.slug}${page.path}` })) : []),
    ...OF_EVERYBODY,
    ...(of.hubAdmin ? OF_ADMINISTRATORS : []),
  ];
}
