import { isolated } from "@/lib/platform/text";
import type { LiveBrand } from "@/lib/publishing";

export function howItWentLive(
  { publishedBy, byYou, scheduled }: Pick<LiveBrand, "publishedBy" | "byYou" | "scheduled">,
  shown: number,
): string {
  const name = publishedBy === null ? null : isolated(publishedBy);
  if (scheduled && byYou) return "It went live as you had scheduled it.";
  if (scheduled) return name ? `${name}’s scheduled publish went live.` : "It went live as scheduled.";
  if (byYou) return "You published it in another window.";
  return `${name ?? "Somebody"} published it while you had version ${shown} open.`;
}
