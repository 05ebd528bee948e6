import type { BookOrder } from "@/lib/rendering/showcase/order";
import { orderOf } from "./sitters";

/** A book of a brand with only these parts. */
export const bookOf = (parts: Partial<BookOrder>): BookOrder => ({
  order: orderOf({ name: "Alder & Ash" }),
  version: 7,
  publishedAt: new Date("2026-03-14T09:26:53.589Z"),
  typography: [],
  logos: [],
  rules: [],
  depth: {},
  imagery: [],
  foundations: undefined,
  legal: undefined,
  contrast: [],
  ...parts,
});
