import type { LiveBrand } from "@/lib/publishing";

/** The whole lines that a text has after what was left over, and what is left over then. */
export function linesOf(rest: string, text: string): { lines: string[]; rest: string } {
  const parts = `${rest}${text}`.split("\n");
  return { lines: parts.slice(0, -1).filter((line) => line !== ""), rest: parts.at(-1) ?? "" };
}

/**
 * Asks the hub what is live of a brand, and hears it until the answer ends. Gives whether the hub answered at all, and for how long it is worth asking:
 * `refused` when this page has nothing to hear any more. Throws when the hub cannot be reached, or `signal` ends it.
 */
export async function listen(
  url: string,
  { signal, heard }: { signal: AbortSignal; heard: (live: LiveBrand) => void },
): Promise<"over" | "refused"> {
  const response = await fetch(url, { method: "POST", signal });
  if (response.status === 401 || response.status === 403 || response.status === 404) return "refused";
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const found = linesOf(rest, piece.value);
    rest = found.rest;
    for (const line of found.lines) heard(JSON.parse(line) as LiveBrand);
  }
  return "over";
}
