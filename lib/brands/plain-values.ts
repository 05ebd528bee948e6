import { parseCssColor } from "@/lib/content/server";
import type { ForeignFile, ForeignToken } from "./foreign-tokens";
import { isRecord } from "./imported-brand";
import { hslOfChannels } from "./read-token-color";

const MAX_DEPTH = 12;

const SHELLS = ["schemes", "coreColors", "cssVars", "palette", "colors", "theme", "light", "tokens", "default"];

/** Colour names are skipped, since any word could be one. */
function tokenOf(path: readonly string[], value: string): Pick<ForeignToken, "type" | "value"> | null {
  const text = value.trim();
  const channels = hslOfChannels(text);
  if (channels) return { type: "color", value: channels };
  if (/^(?:#|[a-z-]+\()/i.test(text) && parseCssColor(text)) return { type: "color", value: text };
  if (/font-?famil|^typefaces?$|^fonts$/i.test(path.slice(-2).join("."))) return { type: "fontFamily", value: text };
  return /^\d{1,5}(?:\.\d{1,4})?(?:px|rem)$/.test(text) ? { type: "dimension", value: text } : null;
}

/**
 * Values by name without types (`{ "primary": "#0f766e" }`), from theme builders, framework themes and CSS
 * variables. Uses the light set of two. Null if nothing is recognised.
 */
export function plainValues(root: Record<string, unknown>): ForeignFile | null {
  const tokens: ForeignToken[] = [];
  let otherModes = 0;
  function walk(node: Record<string, unknown>, path: string[]): void {
    if (path.length > MAX_DEPTH) return;
    const hasModes = isRecord(node.light) && isRecord(node.dark);
    for (const [key, child] of Object.entries(node)) {
      if (hasModes && /^(?:dark|light[-_ ].+)/i.test(key))
        otherModes += isRecord(child) ? Object.keys(child).length : 0;
      else if (isRecord(child)) walk(child, SHELLS.includes(key) ? path : [...path, key]);
      else if (typeof child === "string") {
        if (key === "type" || (key === "seed" && isRecord(node.schemes))) continue;
        const at = [...path, key.replace(/^--/, "")];
        const token = tokenOf(at, child);
        if (token) tokens.push({ path: at, ...token });
      }
    }
  }
  walk(root, []);
  return tokens.length > 0 ? { tokens, otherModes } : null;
}
