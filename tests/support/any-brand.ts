import fc from "fast-check";
import type { BrandDocument, StoredFoundations } from "@/lib/content";
import { newFont } from "@/lib/content";
import {
  ARCHETYPES,
  BORDER_STYLES,
  COLOR_ROLES,
  FONT_ROLES,
  GRADIENT_KINDS,
  RULE_SEVERITIES,
  SCALE_STEPS,
  TEXT_STYLES,
} from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { tidyDocument } from "@/lib/publishing";
import { anyHex } from "../lib/content/palette/arbitraries";

/** Names in many scripts, equal ones, and ones that could end a string, comment, rule or element. */
const NAMES = [
  "Barn Blue",
  "barn-blue",
  "Barn Blue 500",
  "50 % grey",
  "1",
  "default",
  "self",
  "primary",
  "Accent",
  "Éclair & Co",
  "أزرق داكن",
  "नीला रंग",
  "東京 🟦",
  "⁂",
  "*/ } </color> \"';\\",
  "__proto__",
  "x".repeat(200),
];
const anyName = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).map((text) => text.trim() || "Name"),
);
const anyText = fc.oneof(fc.constant(""), fc.constantFrom(...NAMES), fc.lorem({ maxCount: 12 }));
const anyNumber = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Number(value.toFixed(4)) || 0);
const anyLength = (min: number) => fc.record({ value: anyNumber(min, 999), unit: fc.constantFrom("px", "rem") });
const anyDuration = fc.record({ value: anyNumber(0, 59), unit: fc.constantFrom("ms", "s") });
const anyEasing = fc.tuple(anyNumber(0, 1), anyNumber(-5, 5), anyNumber(0, 1), anyNumber(-5, 5));
const anyTokenColor = fc.record({ hex: anyHex, alpha: anyNumber(0, 1) });

const tokens = <Value>(value: fc.Arbitrary<Value>) =>
  fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,4}){0,2}$/), value, { minKeys: 1, maxKeys: 6 });

const anyFoundations = fc.record(
  {
    spacing: tokens(anyLength(0)),
    radius: tokens(anyLength(0)),
    border: tokens(fc.record({ color: anyTokenColor, width: anyLength(0), style: fc.constantFrom(...BORDER_STYLES) })),
    shadow: tokens(
      fc.array(
        fc.record({
          color: anyTokenColor,
          offsetX: anyLength(-99),
          offsetY: anyLength(-99),
          blur: anyLength(0),
          spread: anyLength(-99),
          inset: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    ),
    duration: tokens(anyDuration),
    easing: tokens(anyEasing),
    transition: tokens(fc.record({ duration: anyDuration, delay: anyDuration, timingFunction: anyEasing })),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<StoredFoundations>;

const FAMILIES = ["Alder Grotesk", "Inter", "Noto Sans 日本", "Mendl’s & Co"];
const anyStyle = fc.record({
  font: fc.constantFrom(...FONT_ROLES),
  fontSize: fc.record({ value: anyNumber(0.1, 200), unit: fc.constantFrom("px", "rem") }),
  fontWeight: fc.integer({ min: 1, max: 1000 }),
  letterSpacing: anyLength(-99).map(({ value, unit }) => ({ value: Math.min(value, 99), unit })),
  lineHeight: anyNumber(0.5, 5),
});
const anyTypography = fc
  .record({
    families: fc.array(
      fc.record({
        family: fc.constantFrom(...FAMILIES),
        fallbacks: fc.subarray(["Arial", "Noto Sans", "sans-serif"]),
        opentype_features: fc.subarray(["tnum", "ss01"]),
      }),
      { maxLength: 3 },
    ),
    places: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
    styles: fc.record(Object.fromEntries(TEXT_STYLES.map((name) => [name, anyStyle])), { requiredKeys: [] }),
  })
  .map(({ families, places, styles }) => {
    const fonts = families.map((font) => ({ ...newFont(newId(), font.family), ...font }));
    const roles = FONT_ROLES.flatMap((role, index) => {
      const font = fonts[places[index] ?? 0];
      return font ? [[role, font.id] as const] : [];
    });
    return { fonts, roles: Object.fromEntries(roles), styles };
  });

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** One colour's settings, without rules. */
const anyColor = fc.record({
  name: anyName,
  role: fc.constantFrom(...COLOR_ROLES),
  hex: anyHex,
  usage: anyText,
  locked: fc.boolean(),
  scale: maybe(fc.dictionary(fc.constantFrom(...SCALE_STEPS), anyHex, { maxKeys: 3 })),
  dark: maybe(anyHex),
  print: maybe(
    fc.record({
      cmyk: fc.option(
        fc.record({ c: anyNumber(0, 100), m: anyNumber(0, 100), y: anyNumber(0, 100), k: anyNumber(0, 100) }),
      ),
      pantone: fc.constantFrom("", "PANTONE 626 C"),
    }),
  ),
});

const anyColors = fc
  .record({
    entries: fc.array(anyColor, { minLength: 1, maxLength: 14 }),
    gradients: fc.array(
      fc.record({
        name: anyName.map((name) => name.slice(0, 120)),
        kind: fc.constantFrom(...GRADIENT_KINDS),
        angle: anyNumber(0, 360),
        stops: fc.array(fc.record({ at: fc.nat(16), hex: anyHex, position: anyNumber(0, 1) }), {
          minLength: 2,
          maxLength: 8,
        }),
      }),
      { maxLength: 4 },
    ),
    rules: fc.array(
      fc.record({
        of: fc.nat(13),
        allowed: fc.array(fc.nat(13), { maxLength: 3 }),
        forbidden: fc.array(fc.nat(13), { maxLength: 3 }),
        severity: fc.constantFrom(...RULE_SEVERITIES),
        reason: anyText.map((text) => text.slice(0, 300)),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ entries, gradients, rules }): BrandDocument["colors"] => {
    const all = entries.map((entry) => ({ ...entry, id: newId() }));
    const idAt = (index: number) => all[index % all.length]?.id ?? "";
    const by = <Value>(value: (entry: (typeof all)[number]) => Value | undefined) =>
      Object.fromEntries(all.flatMap((entry) => (value(entry) === undefined ? [] : [[entry.id, value(entry)]])));
    return {
      source: "manual",
      seed: null,
      palette: all.map(({ id, name, role, hex, usage, locked }) => ({ id, name, role, hex, usage, locked })),
      scales: by(({ scale }) => scale) as BrandDocument["colors"]["scales"],
      dark: by(({ dark }) => dark) as BrandDocument["colors"]["dark"],
      print: by(({ print }) => print) as BrandDocument["colors"]["print"],
      gradients: gradients.map(({ stops, ...gradient }) => ({
        ...gradient,
        id: newId(),
        stops: stops.map(({ at, hex, position }) => {
          const followed = all[at];
          return { color_id: followed?.id ?? null, hex: followed?.hex ?? hex, position };
        }),
      })),
      rules: rules.map(({ of, allowed, forbidden, ...rule }) => ({
        ...rule,
        id: newId(),
        color: idAt(of),
        allowed_on: [...new Set(allowed.map(idAt))],
        forbidden_on: [...new Set(forbidden.map(idAt))],
        never_pair_with: [],
      })),
    };
  });

const anyIdentity = fc
  .record({
    brand: fc.record({
      tagline: anyText,
      description: anyText,
      industry: anyText,
      website: fc.constantFrom("", "https://alder.example/", "https://bücher.example/über", "not a URL"),
      languages: fc.subarray(["en-GB", "de", "ja"]),
      audiences: fc.array(fc.record({ segment: anyText, description: anyText }), { maxLength: 3 }),
      typography: fc.record({ heading: fc.constantFrom("", "Fraunces"), body: fc.constantFrom("", "Inter") }),
    }),
    personality: fc.record({ archetype: fc.record({ primary: fc.constantFrom(...ARCHETYPES) }) }),
    persona: fc.record({
      voice: fc.record({ summary: anyText, attributes: fc.array(anyText, { maxLength: 4 }) }),
      dos: fc.array(anyText, { maxLength: 4 }),
      donts: fc.array(anyText, { maxLength: 4 }),
    }),
    locales: maybe(fc.record({ pl: fc.record({ brand: fc.record({ tagline: anyText }) }) })),
  })
  .map((parts): BrandDocument["identity"] => ({ schema: 1, ...parts }));

/** A publishable brand without files, in which any part can be missing. */
export const anyBrand: fc.Arbitrary<BrandDocument> = fc
  .record({
    identity: anyIdentity,
    colors: anyColors,
    rules: fc.array(anyName, { maxLength: 4 }),
    typography: maybe(anyTypography),
    foundations: maybe(anyFoundations),
    legal: maybe(
      fc.record({
        trademark_lines: fc.array(anyText, { maxLength: 3 }),
        boilerplate: fc.dictionary(fc.constantFrom("en", "de", "zh-Hans"), anyText, { maxKeys: 3 }),
      }),
    ),
  })
  .map(({ identity, colors, rules, typography, foundations, legal }) =>
    tidyDocument({
      identity,
      colors,
      logos: { items: [], rules },
      assets: [],
      ...(typography && { typography }),
      ...(foundations && { foundations }),
      ...(legal && { legal }),
    }),
  );

/** The same brands in each run. */
export const brandsOf = (count: number): BrandDocument[] => fc.sample(anyBrand, { numRuns: count, seed: 33 });
