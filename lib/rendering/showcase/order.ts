import type { BrandDocument, LogoEntry, StoredColors } from "@/lib/content";
import type { Drawing } from "./mock-ups/index";
import type { Theme } from "./themes";
import type { Face } from "./type/typesetter";
import type { ShownTypeface } from "./typefaces";

interface OrderedFile {
  mime: string;
  bytes: Uint8Array;
}

export interface Order {
  name: string;
  identity: BrandDocument["identity"];
  colors: Pick<BrandDocument["colors"], "palette" | "dark">;
  /** `weight` selects an instance of a variable font. */
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

export interface BookExample {
  text: string;
  picture?: OrderedFile;
}

export interface BookOrder {
  order: Order;
  version: number;
  publishedAt: Date;
  typography: { name: string; text: string }[];
  logos: (OrderedFile &
    Pick<LogoEntry, "id" | "label" | "variant" | "background" | "usage" | "clear_space" | "min_width_px" | "rule"> & {
      ruleText: string;
    })[];
  rules: string[];
  depth: Omit<StoredColors, "source" | "seed" | "palette">;
  imagery: { name: string; lines: string[]; dos: BookExample[]; donts: BookExample[] }[];
  foundations: BrandDocument["foundations"];
  legal: BrandDocument["legal"];
  /** `ratio` is the contrast and `required` the minimum. */
  contrast: { foreground: string; background: string; ratio: number; required: number }[];
}

const strip = (order: Order): Order => ({ ...order, fonts: [] });

export const withoutFonts = <Given extends Order | { order: Order }>(given: Given): Given =>
  "order" in given ? { ...given, order: strip(given.order) } : { ...given, ...strip(given) };
