import { suggestSlug } from "@/lib/kernel/suggest-slug";

/** The entries with a name of Latin letters and digits each, in words: `["barn", "blue"]`. No two are alike, and none begins with a digit. */
export function latinNames<Entry extends { name: string }>(
  palette: readonly Entry[],
): { words: string[]; entry: Entry }[] {
  const taken = new Set<string>();
  return palette.map((entry) => {
    const slug = suggestSlug(entry.name) || "color";
    const base = /^\d/.test(slug) ? `color-${slug}` : slug;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
    taken.add(name);
    return { words: name.split("-"), entry };
  });
}
