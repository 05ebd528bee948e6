import { bidiIsolate } from "@/lib/platform/text";
import type { LiveBrand } from "@/lib/publishing";

export function howItWentLive(
  { publishedBy, byYou, scheduled }: Pick<LiveBrand, "publishedBy" | "byYou" | "scheduled">,
  shown: number,
): string {
  const name = publishedBy === null ? null : bidiIsolate(publishedBy);
  if (scheduled && byYou) return "Your scheduled publish went live.";
  if (scheduled) return name ? `${name}’s scheduled publish went live.` : "A scheduled publish went live.";
  if (byYou) return "You published it in another window.";
  return `${name ?? "A former member"} published it while you had version ${shown} open.`;
}
