import { z } from "zod";
import {
  type BrandDocument,
  COLOR_LIMITS,
  DOCUMENT_LIMITS,
  emptyDocument,
  type FileRef,
  FOUNDATION_LIMITS,
  type PaletteEntry,
  type StoredColorRule,
  type StoredColors,
  type StoredFont,
  type StoredGradient,
  type StoredTypography,
  TYPOGRAPHY_LIMITS,
} from "@/lib/content";
import {
  COLOR_ROLES,
  CompiledIdentity,
  FONT_ROLES,
  IDENTITY_LIMITS,
  IMAGERY_KINDS,
  IMAGERY_LIMITS,
  SCALE_STEPS,
  TEXT_STYLES,
} from "@/lib/contract";
import { newId } from "@/lib/platform/ids";

function filled(schema: z.core.$ZodType, path: string): unknown {
  if (schema instanceof z.ZodOptional) return filled(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return [filled(schema.element, path)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodNumber) return schema.minValue;
  if (!(schema instanceof z.ZodObject)) return path.replaceAll("_", "-");
  const entries = Object.entries<z.core.$ZodType>(schema.shape);
  return Object.fromEntries(entries.map(([key, field]) => [key, filled(field, path ? `${path}.${key}` : key)]));
}

/** An identity with every field of the contract. Each text is its own path, such as `persona.voice.summary`. */
export function wholeIdentity(): CompiledIdentity {
  const { schema: _, locales: __, ...parts } = CompiledIdentity.shape;
  return CompiledIdentity.parse({ schema: 1, ...(filled(z.object(parts), "") as object) });
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A small but varied document. `parts` replace its defaults. */
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

/** Every colour setting a brand can have, for one green with a white and a black. */
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

/** Metadata of a stored file. Insert the row yourself where the code under test reads it. */
export const fileRef = (values: Partial<FileRef> = {}): FileRef => ({
  id: newId(),
  sha256: "ab".repeat(32),
  mime: "image/png",
  bytes: 1200,
  width: 64,
  height: 48,
  ...values,
});

/** A typeface with one variable font file. */
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

/** A stored font file. Different hex digits give different content. */
export const fontRef = (digits = "cd"): FileRef =>
  fileRef({ sha256: digits.repeat(32), mime: "font/woff2", bytes: 25_000, width: null, height: null });

/** Every typography setting a brand can have: one typeface for all roles, and a text style. */
export function sampleTypography(font: StoredFont = typeface()): StoredTypography {
  const size = { fontSize: { value: 32, unit: "px" as const }, letterSpacing: { value: -0.5, unit: "px" as const } };
  return {
    fonts: [font],
    roles: { heading: font.id, body: font.id },
    styles: { heading: { font: "heading", ...size, fontWeight: 700, lineHeight: 1.2 } },
  };
}

const SAID = "Größe & Maß, “wie gesagt” ";
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A document at every limit, with texts of at most this many letters. */
export function largestDocument(letters = 2_000): BrandDocument {
  const say = (most: number, index = 0) =>
    `${index} ${SAID.repeat(Math.ceil(most / SAID.length))}`.slice(0, Math.min(most, letters)).trim();
  const plain = (most: number) => "Alder ".repeat(most).slice(0, Math.min(most, letters)).trim();
  const palette = times(DOCUMENT_LIMITS.colors, (index) =>
    paletteEntry({
      name: say(DOCUMENT_LIMITS.label, index),
      // Every second colour is a background for the others.
      role: index % 2 === 0 ? "background" : (COLOR_ROLES[index % COLOR_ROLES.length] ?? "text"),
      hex: `#${(index * 279_620).toString(16).padStart(6, "0")}`,
      usage: say(DOCUMENT_LIMITS.prose),
    }),
  );
  const ids = palette.map(({ id }) => id);
  const ofEach = <Value>(value: Value) => Object.fromEntries(ids.map((id) => [id, value]));
  const stops = times(COLOR_LIMITS.stops, (index) => ({ color_id: ids[index] ?? null, hex: "#2f5d50", position: 1 }));
  const assets = times(DOCUMENT_LIMITS.assets, (index) => ({
    id: newId(),
    kind: "image" as const,
    name: say(DOCUMENT_LIMITS.label, index),
    file: fileRef(),
    collection: say(DOCUMENT_LIMITS.collection, index % 20),
    tags: times(DOCUMENT_LIMITS.assetTags, (tag) => say(DOCUMENT_LIMITS.assetTag, tag)),
  }));
  const fonts = times(TYPOGRAPHY_LIMITS.fonts, (index) =>
    typeface({
      family: plain(TYPOGRAPHY_LIMITS.name - 3) + index,
      files: times(TYPOGRAPHY_LIMITS.files, (file) => ({
        file: fontRef((16 + index * 20 + file).toString(16).slice(0, 2)),
        weights: [100, 900] as [number, number],
        style: "normal" as const,
      })),
      fallbacks: times(TYPOGRAPHY_LIMITS.fallbacks, (at) => plain(TYPOGRAPHY_LIMITS.name - 1) + at),
      license: {
        holder: say(TYPOGRAPHY_LIMITS.text),
        uses: times(TYPOGRAPHY_LIMITS.uses, (use) => say(TYPOGRAPHY_LIMITS.name, use)),
        url: `https://example.com/${"a".repeat(Math.min(letters, 400))}`,
        expires_on: "2027-12-31",
      },
    }),
  );
  const style = sampleTypography().styles.heading;
  const examples = times(IMAGERY_LIMITS.examples, (index) => ({
    asset_id: assets[index]?.id,
    note: say(IDENTITY_LIMITS.stringLength),
  }));
  const direction = { direction: say(IDENTITY_LIMITS.stringLength), dos: examples, donts: examples };
  const sentences = times(IDENTITY_LIMITS.listLength, (index) => say(450, index));
  const size = { value: 1, unit: "px" as const };
  const color = { hex: "#000000", alpha: 0.5 };
  const tokens = <Value>(value: Value) =>
    Object.fromEntries(times(FOUNDATION_LIMITS.tokens, (index) => [`token-${"a".repeat(30)}${index}`, value]));
  const duration = { value: 200, unit: "ms" as const };
  const layer = { color, offsetX: size, offsetY: size, blur: size, spread: size, inset: false };
  const easing: [number, number, number, number] = [0.4, 0, 0.2, 1];
  const named = sentences.map((text) => ({ name: text.slice(0, 60), description: text }));
  return {
    identity: {
      schema: 1,
      // Together just below the 64 KB limit.
      brand: { tagline: say(100), description: say(2_000), values: named, differentiators: sentences },
      personality: { traits: sentences.map((text) => ({ name: text.slice(0, 60), means: text })) },
      persona: { summary: say(2_000), dos: sentences },
    },
    colors: {
      source: "manual",
      seed: null,
      palette,
      scales: ofEach(Object.fromEntries(SCALE_STEPS.map((step) => [step, "#2f5d50"]))),
      print: ofEach({ cmyk: { c: 80, m: 42, y: 66, k: 32 }, pantone: say(COLOR_LIMITS.pantone) }),
      dark: ofEach("#8fc5b2"),
      gradients: times(COLOR_LIMITS.gradients, (index) => ({
        id: newId(),
        name: say(COLOR_LIMITS.name, index),
        kind: "linear" as const,
        angle: 135,
        stops,
      })),
      rules: times(COLOR_LIMITS.rules, (index) => ({
        id: newId(),
        color: ids[index] ?? "",
        allowed_on: ids,
        forbidden_on: ids,
        never_pair_with: ids,
        severity: "must" as const,
        reason: say(COLOR_LIMITS.reason),
      })),
    },
    logos: {
      items: times(DOCUMENT_LIMITS.logos, (index) => ({
        id: newId(),
        variant: "other" as const,
        label: say(DOCUMENT_LIMITS.label, index),
        usage: say(DOCUMENT_LIMITS.prose),
        background: "any" as const,
        clear_space: say(DOCUMENT_LIMITS.prose),
        min_width_px: 24,
        file: fileRef(),
        rule: { allowed_backgrounds: { colors: ids } },
      })),
      rules: times(DOCUMENT_LIMITS.logoRules, (index) => say(DOCUMENT_LIMITS.prose, index)),
    },
    assets,
    typography: {
      fonts,
      roles: Object.fromEntries(FONT_ROLES.map((role) => [role, fonts[0]?.id])),
      styles: Object.fromEntries(TEXT_STYLES.map((name) => [name, style])),
    },
    foundations: {
      spacing: tokens(size),
      radius: tokens(size),
      border: tokens({ color, width: size, style: "solid" as const }),
      shadow: tokens(times(FOUNDATION_LIMITS.layers, () => layer)),
      duration: tokens(duration),
      easing: tokens(easing),
      transition: tokens({ duration, delay: duration, timingFunction: easing }),
    },
    imagery: Object.fromEntries(IMAGERY_KINDS.map((kind) => [kind, direction])),
    legal: {
      trademark_lines: times(IDENTITY_LIMITS.listLength, (index) => say(IDENTITY_LIMITS.stringLength, index)),
      boilerplate: Object.fromEntries(
        ["de", "en", "fr", "it", "es", "pt", "nl", "da", "sv", "fi"].map((tag) => [
          tag,
          say(IDENTITY_LIMITS.stringLength),
        ]),
      ),
    },
  };
}
