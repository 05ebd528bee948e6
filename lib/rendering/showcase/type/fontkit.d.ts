declare module "fontkit" {
  interface PathCommand {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  }
  interface Glyph {
    path: { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    capHeight: number;
    variationAxes: Readonly<Record<string, { min: number; max: number; default: number }>>;
    getVariation(settings: Record<string, number>): Font;
    characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] };
  }
  export function create(bytes: Buffer): Font;
}
