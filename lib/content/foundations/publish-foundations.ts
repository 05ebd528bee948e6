import type { z } from "zod";
import type { FoundationGroup, Foundations } from "@/lib/contract";
import type { StoredFoundations, StoredTokenColor } from "../document/foundations";
import { channels, tokensOf } from "./tokens";

const TYPES = {
  spacing: "dimension",
  radius: "dimension",
  border: "border",
  shadow: "shadow",
  duration: "duration",
  easing: "cubicBezier",
  transition: "transition",
} as const satisfies Record<FoundationGroup, string>;

const round = (value: number) => Number(value.toFixed(4));

const colorOf = ({ hex, alpha }: StoredTokenColor) => ({
  colorSpace: "srgb" as const,
  components: channels(hex).map((channel) => round(channel / 255)),
  alpha,
  hex,
});

/** DTCG differs only in colours. */
function published(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(published);
  if (typeof value !== "object" || value === null) return value;
  if ("hex" in value) return colorOf(value as StoredTokenColor);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, published(entry)]));
}

/** Empty if the brand defines none. */
export function publishFoundations(foundations: StoredFoundations | undefined): {
  foundations?: z.input<typeof Foundations>;
} {
  if (!foundations) return {};
  const groups = (Object.keys(TYPES) as FoundationGroup[]).flatMap((group) => {
    const tokens = tokensOf(foundations, group).map(([name, value]) => [
      name,
      { $type: TYPES[group], $value: published(value) },
    ]);
    return tokens.length > 0 ? [[group, Object.fromEntries(tokens)]] : [];
  });
  return { foundations: Object.fromEntries(groups) as z.input<typeof Foundations> };
}
