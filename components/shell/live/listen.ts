import { bidiIsolate } from "@/lib/platform/text";
import type { LiveBrand } from "@/lib/publishing";

/** Splits streamed text into complete lines and the rest. */
export function linesOf(rest: string, text: string): { lines: string[]; rest: string } {
  const parts = `${rest}${text}`.split("\n");
  return { lines: parts.slice(0, -1).filter((line) => line !== ""), rest: parts.at(-1) ?? "" };
}

/**
 * Streams a brand's live state until the response ends. Returns `refused` if this page has no access any more.
 * @throws if the hub can't be reached or `signal` aborts
 */
export async function listen(
  url: string,
  { signal, onUpdate }: { signal: AbortSignal; onUpdate: (live: LiveBrand) => void },
): Promise<"over" | "refused"> {
  const response = await fetch(url, { method: "POST", signal });
  if (response.status === 401 || response.status === 403 || response.status === 404) return "refused";
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const parsed = linesOf(rest, piece.value);
    rest = parsed.rest;
    for (const line of parsed.lines) onUpdate(JSON.parse(line) as LiveBrand);
  }
  return "over";
}

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
