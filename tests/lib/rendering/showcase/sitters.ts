import { type BrandDocument, emptyDocument, type PaletteEntry } from "@/lib/content";
import { outlineOrder } from "@/lib/rendering/showcase/load-order";
import type { Order } from "@/lib/rendering/showcase/order";
import { paletteEntry } from "@/tests/support/documents";

const color = (role: PaletteEntry["role"], hex: string) => paletteEntry({ role, hex, name: role });

interface Told {
  name: string;
  brand?: BrandDocument["identity"]["brand"];
  palette?: PaletteEntry[];
}

/** An order without files. */
export function orderOf({ name, brand = {}, palette = [] }: Told): Order {
  const document = emptyDocument();
  const stated = { ...document, identity: { ...document.identity, brand }, colors: { ...document.colors, palette } };
  return { ...outlineOrder(stated, name), fonts: [], logos: [], photo: null };
}

/** Brands that are hard to draw. */
export const HARD: Record<string, Order> = {
  "nothing but a long name": orderOf({ name: "Überlandwerke Großbüttel & Söhne Genossenschaft für Strom und Wärme" }),
  neon: orderOf({
    name: "Volt",
    brand: { tagline: "Charge anything, anywhere" },
    palette: [color("primary", "#d4ff00"), color("accent", "#ff2bd6")],
  }),
  yellow: orderOf({
    name: "Zitronenfalter",
    brand: { tagline: "Hell genug für jeden Tag.", website: "zitrone.example" },
    palette: [color("primary", "#ffe600"), color("background", "#fffef2"), color("text", "#e0d000")],
  }),
  grey: orderOf({ name: "Mid", palette: [color("primary", "#777777"), color("background", "#808080")] }),
  dark: orderOf({
    name: "Night",
    palette: [color("primary", "#ffb224"), color("background", "#12171c"), color("text", "#eef2f3")],
  }),
  Japanese: orderOf({
    name: "波止場珈琲",
    brand: { tagline: "海を渡ってきた、ゆっくり育つ一杯。" },
    palette: [color("primary", "#7a1f2b")],
  }),
  Arabic: orderOf({
    name: "ميناء القهوة",
    brand: { tagline: "قهوة تستحق الرحلة" },
    palette: [color("primary", "#0f766e")],
  }),
};
