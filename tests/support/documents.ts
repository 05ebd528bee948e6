import {
  type BrandDocument,
  emptyDocument,
  type FileRef,
  type PaletteEntry,
  type StoredColorRule,
  type StoredColors,
  type StoredFont,
  type StoredGradient,
  type StoredTypography,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";

/** A small but varied document for tests; parts can be replaced. */
export function sampleDocument(parts: Partial<BrandDocument> = {}): BrandDocument {
  return {
    ...emptyDocument(),
    identity: {
      schema: 1,
      brand: { tagline: "Made to be mended", values: [{ name: "Repair first", description: "Mend before you sell." }] },
      personality: { dimensions: { sincerity: 4 } },
      persona: { tone: { formality: -1 }, dos: ["Say what it costs"] },
    },
    colors: { source: "manual", seed: null, palette: [paletteEntry(), paletteEntry({ role: "text", hex: "#101010" })] },
    logos: { items: [], rules: ["Leave it alone"] },
    ...parts,
  };
}

export const paletteEntry = (values: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: newId(),
  name: "Alder",
  role: "primary",
  hex: "#2f5d50",
  usage: "Headlines",
  locked: false,
  ...values,
});

/** All that a brand can state of its colours: of a green, on a white and beside a black. */
export function sampleColors() {
  const green = paletteEntry();
  const white = paletteEntry({ name: "Chalk", role: "background", hex: "#ffffff" });
  const black = paletteEntry({ name: "Soot", role: "text", hex: "#101010" });
  const gradient: StoredGradient = {
    id: newId(),
    name: "Forest floor",
    kind: "linear",
    angle: 135,
    stops: [
      { color_id: green.id, hex: green.hex, position: 0 },
      { color_id: null, hex: "#11221d", position: 1 },
    ],
  };
  const rule: StoredColorRule = {
    id: newId(),
    color: green.id,
    allowed_on: [white.id],
    forbidden_on: [],
    never_pair_with: [black.id],
    severity: "must",
    reason: "It drowns",
  };
  const colors: StoredColors = {
    source: "manual",
    seed: null,
    palette: [green, white, black],
    scales: { [green.id]: { "500": "#6a9a8a" } },
    print: { [green.id]: { cmyk: { c: 80, m: 42, y: 66, k: 32 }, pantone: "PANTONE 626 C" } },
    dark: { [green.id]: "#8fc5b2", [white.id]: "#141414" },
    gradients: [gradient],
    rules: [rule],
  };
  return { colors, green, white, black, gradient, rule };
}

/** The facts of a stored file; insert the row yourself where the verb looks for it. */
export const fileRef = (values: Partial<FileRef> = {}): FileRef => ({
  id: newId(),
  sha256: "ab".repeat(32),
  mime: "image/png",
  bytes: 1200,
  width: 64,
  height: 48,
  ...values,
});

/** A typeface with one variable file. */
export const typeface = (values: Partial<StoredFont> = {}): StoredFont => ({
  id: newId(),
  family: "Alder Grotesk",
  files: [{ file: fontRef(), weights: [300, 800], style: "normal" }],
  scripts: ["Latn"],
  languages: ["en", "de"],
  fallbacks: ["Arial", "sans-serif"],
  opentype_features: ["tnum"],
  metrics: { local: "Arial", size_adjust: 104.2, ascent_override: 91.5, descent_override: 23.1, line_gap_override: 0 },
  license: { holder: "Alder & Ash", uses: ["web"], url: "https://example.com/licence", expires_on: "2027-12-31" },
  ...values,
});

/** A stored font file; another content for another pair of hex digits. */
export const fontRef = (digits = "cd"): FileRef =>
  fileRef({ sha256: digits.repeat(32), mime: "font/woff2", bytes: 25_000, width: null, height: null });

/** All that a brand can state of typography: one typeface for all roles, and a style. */
export function sampleTypography(font: StoredFont = typeface()): StoredTypography {
  const size = { fontSize: { value: 32, unit: "px" as const }, letterSpacing: { value: -0.5, unit: "px" as const } };
  return {
    fonts: [font],
    roles: { heading: font.id, body: font.id },
    styles: { heading: { font: "heading", ...size, fontWeight: 700, lineHeight: 1.2 } },
  };
}
