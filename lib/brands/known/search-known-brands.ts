import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { iconBrands } from "./icon-brands";

/** The mark is a path on a 24-unit grid. */
export type KnownBrand = Awaited<ReturnType<typeof searchKnownBrands>>[number];

const MOST = 12;

/** Lower is better. */
function rankOf(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text);
  if (at < 0) return -1;
  if (at === 0) return name.length === text.length ? 0 : 1;
  return /\s/.test(name.charAt(at - 1)) ? 2 : 3;
}

/** At most twelve, best first. None without words. */
export async function searchKnownBrands(ctx: Ctx, { text }: { text: string }) {
  requireUser(ctx);
  const words = text.trim().toLowerCase();
  if (words === "") return [];
  const found = (await iconBrands())
    .map(({ icon }) => ({ icon, rank: rankOf(icon.title, words) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank || a.icon.title.length - b.icon.title.length);
  return found.slice(0, MOST).map(({ icon: { slug, title, hex, path } }) => ({
    icon: slug,
    name: title,
    hex: `#${hex.toLowerCase()}`,
    path,
  }));
}
