import { type Drawing, isDrawing } from "./mock-ups/index";
import type { Theme } from "./themes";

/** `web-header-light.svg`. */
export const drawingName = (key: Drawing, theme: Theme, ending: "svg" | "pdf" | "png"): string =>
  `${key}-${theme}.${ending}`;

/** Null for an unknown name. */
export function readDrawingName(name: string): { key: Drawing; theme: Theme; ending: "svg" | "pdf" } | null {
  const [, key = "", theme, ending] = /^([a-z-]+)-(light|dark)\.(svg|pdf)$/.exec(name) ?? [];
  return isDrawing(key) ? { key, theme: theme as Theme, ending: ending as "svg" | "pdf" } : null;
}
