import { sectionOf } from "@/lib/publishing";

const PAGE_OF: Record<string, string> = {
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  logos: "/logos",
  assets: "/assets",
};

/** Returns where a field is edited, below the brand's URL: `/identity#purpose` for `identity.brand.mission`. */
export function fieldPath(path: string): string {
  const page = PAGE_OF[path.split(".")[0] ?? ""];
  if (page) return page;
  const section = sectionOf(path);
  return section ? `/identity#${section.id}` : "/identity";
}
