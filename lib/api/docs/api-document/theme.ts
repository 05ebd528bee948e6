import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Font, StyleSheet } from "@react-pdf/renderer";

export const SANS = "Geist";
export const MONO = "Geist Mono";

export const MONO_ADVANCE = 0.6;

const WEIGHTS = { 400: "Regular", 600: "SemiBold" } as const;

export function registerFonts(): void {
  const folder = join(dirname(createRequire(import.meta.url).resolve("geist/font/sans")), "fonts");
  const faces = (file: string) =>
    Object.entries(WEIGHTS).map(([weight, name]) => ({
      src: join(folder, file.replace("*", name)),
      fontWeight: Number(weight),
    }));
  Font.register({ family: SANS, fonts: faces("geist-sans/Geist-*.ttf") });
  Font.register({ family: MONO, fonts: faces("geist-mono/GeistMono-*.ttf") });
  Font.registerHyphenationCallback((word) => [word]);
}

export const COLORS = {
  ink: "#18181b",
  text: "#27272a",
  muted: "#5b5b64",
  line: "#dcdce0",
  hairline: "#ebebee",
  panel: "#f6f6f7",
  link: "#1d4a8f",
  warning: "#8a4b08",
  warningPanel: "#fdf3e1",
} as const;

export const PAGE = { width: 595.28, height: 841.89, left: 58, right: 58, top: 72, bottom: 66 } as const;
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/** The line breaker's infinity: keeps a word of text and code from being hyphenated. */
export const NO_HYPHENS = 10_000;

export const CODE_SIZE = 7.5;
export const CODE_PADDING = 9;

export const styles = StyleSheet.create({
  page: {
    paddingTop: PAGE.top,
    paddingBottom: PAGE.bottom,
    paddingLeft: PAGE.left,
    paddingRight: PAGE.right,
    fontFamily: SANS,
    fontSize: 9.4,
    lineHeight: 1.5,
    color: COLORS.text,
  },
  paragraph: { marginBottom: 7 },
  bold: { fontWeight: 600, color: COLORS.ink },
  inlineCode: { fontFamily: MONO },
  link: { color: COLORS.link, textDecoration: "none" },
});

export class PageNumbers {
  readonly #pages = new Map<string, number>();

  record(id: string, page: number): void {
    this.#pages.set(id, page);
  }

  find(id: string): number | null {
    return this.#pages.get(id) ?? null;
  }

  equals(other: PageNumbers): boolean {
    return this.#pages.size === other.#pages.size && [...this.#pages].every(([id, page]) => other.find(id) === page);
  }
}
