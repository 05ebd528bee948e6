import type { BrandDocument, LogoEntry, StoredColors } from "@/lib/content";
import type { Drawing } from "./mock-ups/index";
import type { Theme } from "./themes";
import type { Face } from "./type/typesetter";
import type { ShownTypeface } from "./typefaces";

interface OrderedFile {
  mime: string;
  bytes: Uint8Array;
}

/** What a brand is drawn from: what it states, and the bytes of the files that pictures use. */
export interface Order {
  name: string;
  identity: BrandDocument["identity"];
  colors: Pick<BrandDocument["colors"], "palette" | "dark">;
  /** By face, with the weight to take of a variable font. */
  fonts: (OrderedFile & { face: Face; weight: number })[];
  typefaces: ShownTypeface[];
  logos: (OrderedFile & Pick<LogoEntry, "variant" | "background">)[];
  photo: OrderedFile | null;
}

export interface MockUpOrder {
  order: Order;
  key: Drawing;
  theme: Theme;
  now: Date;
}

/** What to do or not to do in pictures, with the picture that shows it. */
export interface BookExample {
  text: string;
  picture?: OrderedFile;
}

/** A brand book of an order: what a published version says, and of its logos how they are to be used. */
export interface BookOrder {
  order: Order;
  version: number;
  publishedAt: Date;
  /** In words: typefaces and text styles. */
  typography: { name: string; text: string }[];
  logos: (OrderedFile &
    Pick<LogoEntry, "id" | "label" | "variant" | "background" | "usage" | "clear_space" | "min_width_px" | "rule"> & {
      /** What a machine can check of it, in words; empty where nothing is stated. */
      ruleText: string;
    })[];
  rules: string[];
  /** What is stated of the palette's colours. */
  depth: Omit<StoredColors, "source" | "seed" | "palette">;
  imagery: { name: string; lines: string[]; dos: BookExample[]; donts: BookExample[] }[];
  foundations: BrandDocument["foundations"];
  legal: BrandDocument["legal"];
  /** Foregrounds on backgrounds by their names, with the contrast that they reach and need. */
  contrast: { foreground: string; background: string; ratio: number; required: number }[];
}

const strip = (order: Order): Order => ({ ...order, fonts: [] });

export const withoutFonts = <Given extends Order | { order: Order }>(given: Given): Given =>
  "order" in given ? { ...given, order: strip(given.order) } : { ...given, ...strip(given) };
