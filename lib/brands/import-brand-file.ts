import { HUB_EXTENSION } from "@/lib/content";
import { COLOR_ROLES } from "@/lib/contract";
import { counted, sizeLimitText } from "@/lib/platform/text";
import { checkJsonSize } from "./check-json-size";
import { readForeignTokens, readTokenList } from "./foreign-tokens";
import { importBrandDocument } from "./import-brand-document";
import { importDesignTokens } from "./import-design-tokens";
import { type ImportedBrand, isRecord, MAX_IMPORT_BYTES, shorten, unreadable } from "./imported-brand";
import { readResolverDocument } from "./resolver-document";

const ownOf = (node: unknown): Record<string, unknown> => {
  const extensions = isRecord(node) && isRecord(node.$extensions) ? node.$extensions : {};
  const own = extensions[HUB_EXTENSION];
  return isRecord(own) ? own : {};
};

const group = (value: unknown): [string, Record<string, unknown>][] =>
  Object.entries(isRecord(value) ? value : {}).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );

const hexOf = ({ $value }: Record<string, unknown>): unknown => (isRecord($value) ? $value.hex : undefined);

/** Shades by colour. Exports before kit 1.10 had them in the group `scale`, and the dark set in `dark`. */
function scalesOf(root: Record<string, unknown>): { color: string; steps: Record<string, unknown> }[] {
  const scales = new Map(
    group(root.scale).map(([color, steps]) => [
      color,
      Object.fromEntries(group(steps).map(([step, token]) => [step, hexOf(token)])),
    ]),
  );
  for (const [, token] of group(root.color)) {
    const { shade } = ownOf(token);
    if (!isRecord(shade)) continue;
    const [color, step] = [String(shade.of), String(shade.step)];
    scales.set(color, { ...scales.get(color), [step]: hexOf(token) });
  }
  return [...scales].map(([color, steps]) => ({ color, steps }));
}

function darkOf(token: Record<string, unknown>): unknown {
  const { mode } = isRecord(token.$extensions) ? token.$extensions : {};
  return isRecord(mode) && isRecord(mode.dark) ? mode.dark.hex : undefined;
}

/** Roles with the same families share a typeface. A generic family alone is none. */
function fontsOf(root: Record<string, unknown>) {
  const fonts = new Map<string, { family: string; fallbacks: string[]; roles: string[] }>();
  for (const [role, { $value }] of group(root.font)) {
    const [family, ...fallbacks] = textsIn($value) ?? [];
    if (family === undefined || fallbacks.length === 0) continue;
    const key = JSON.stringify($value);
    const known = fonts.get(key) ?? { family, fallbacks, roles: [] };
    fonts.set(key, { ...known, roles: [...known.roles, role] });
  }
  return [...fonts.values()];
}

function textStyleOf({ $value }: Record<string, unknown>): unknown {
  if (!isRecord($value)) return $value;
  return { ...$value, font: /^\{font\.(\w+)\}$/.exec(String($value.fontFamily))?.[1] };
}

/**
 * Reads tokens that a hub exported as a part of a bundle. Colours are identified by token name. Null for other tokens.
 */
function readHubTokens(root: Record<string, unknown>): Record<string, unknown> | null {
  const { color_rules } = ownOf(root);
  if (!Array.isArray(color_rules)) return null;
  const colors = new Map(group(root.color).filter(([, token]) => !isRecord(ownOf(token).shade)));
  const stopOf = (stop: unknown) => {
    if (!isRecord(stop) || typeof stop.color !== "string") return stop;
    const name = /^\{color\.(.+)\}$/.exec(stop.color)?.[1] ?? "";
    return { ...stop, color: colors.get(name)?.$value, palette_color: name };
  };
  return {
    colors: {
      palette: [...colors].map(([id, token]) => {
        const { name, role } = ownOf(token);
        return { id, name: name ?? id, role, hex: hexOf(token), usage: token.$description };
      }),
      print: [...colors].flatMap(([color, token]) => {
        const { cmyk, pantone } = ownOf(token);
        return cmyk || pantone ? [{ color, cmyk, pantone }] : [];
      }),
      scales: scalesOf(root),
      dark: [
        ...group(root.dark).map(([color, token]) => ({ color, hex: hexOf(token) })),
        ...[...colors].flatMap(([color, token]) => (darkOf(token) ? [{ color, hex: darkOf(token) }] : [])),
      ],
      gradients: group(root.gradient).map(([id, token]) => ({
        id,
        ...ownOf(token),
        stops: Array.isArray(token.$value) ? token.$value.map(stopOf) : [],
      })),
    },
    color_rules,
    fonts: fontsOf(root),
    text_styles: Object.fromEntries(group(root.text).map(([name, token]) => [name, textStyleOf(token)])),
    foundations: root,
  };
}

type Group = Record<string, unknown>;

function textIn(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const text = isRecord(first) ? Object.values(first)[0] : first;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

const languageIn = (value: unknown): string | undefined =>
  Array.isArray(value) && isRecord(value[0]) ? Object.keys(value[0])[0] : undefined;

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;

const words = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

function paletteOf(colors: unknown) {
  if (!isRecord(colors)) return [];
  return Object.entries(colors).flatMap(([key, value]) => {
    const role = COLOR_ROLES.find((one) => one === key);
    const hexes = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    return hexes.map((hex, at) => ({ name: at === 0 ? words(key) : `${words(key)} ${at + 1}`, role, hex }));
  });
}

/** Fields that the hub doesn't have or takes as files. */
const UNREAD: Readonly<Record<string, string>> = {
  logos: "Logos: the file contains only their names. Upload them after creating the brand.",
  assets: "Assets: the file contains only their names. Upload them after creating the brand.",
};

/** What the hub reads of `visual_guidelines`, or takes with the logos. */
const GUIDELINES_READ = ["color_constraints", "restrictions", "logo_usage_rules"];

/** A hub's export says in its extension what AdCP lacks: names, roles and uses. */
function adcpPalette({ colors, ext }: Group) {
  const own = isRecord(ext) && isRecord(ext[HUB_EXTENSION]) ? ext[HUB_EXTENSION].palette : undefined;
  if (!Array.isArray(own) || !isRecord(colors)) return paletteOf(colors);
  return own.filter(isRecord).map(({ key, ...entry }) => ({ ...entry, id: key, hex: colors[String(key)] }));
}

const namesIn = (refs: unknown): string[] =>
  (Array.isArray(refs) ? refs : []).filter(isRecord).flatMap(({ name }) => (typeof name === "string" ? [name] : []));

const colorRules = (constraints: unknown) =>
  (Array.isArray(constraints) ? constraints : []).filter(isRecord).map((rule) => ({
    color: namesIn([rule.color])[0],
    allowed_on: namesIn(rule.allowed_on),
    forbidden_on: namesIn(rule.forbidden_on),
    never_pair_with: namesIn(rule.never_pair_with),
    severity: rule.severity ?? "should",
    reason: rule.description,
  }));

/** Disclaimers as a hub writes them. `left` has the number of others. */
function legalOf(disclaimers: unknown) {
  const boilerplate: Record<string, string> = {};
  const trademark_lines: string[] = [];
  let left = 0;
  for (const { text, context } of (Array.isArray(disclaimers) ? disclaimers : []).filter(isRecord)) {
    const [, language] = /^boilerplate (\S+)$/.exec(String(context)) ?? [];
    if (typeof text !== "string") continue;
    if (language) boilerplate[language] = text;
    else if (context === "trademark") trademark_lines.push(text);
    else left += 1;
  }
  return { legal: { ...(trademark_lines.length > 0 && { trademark_lines }), boilerplate }, left };
}

/** A role with the same font as another shares its typeface. Plain names stay names. */
function adcpFonts(fonts: unknown) {
  const keys = { heading: "primary", body: "secondary", mono: "mono" };
  const typefaces = new Map<string, Record<string, unknown>>();
  const names: Record<string, string | undefined> = {};
  for (const [role, key] of Object.entries(keys)) {
    const font = isRecord(fonts) ? fonts[key] : undefined;
    if (!isRecord(font)) {
      names[role] = textIn(font);
      continue;
    }
    const known = typefaces.get(JSON.stringify(font));
    typefaces.set(JSON.stringify(font), { ...font, roles: [...((known?.roles as string[]) ?? []), role] });
  }
  return { names, typefaces: [...typefaces.values()] };
}

const tagOf = (key: string) => key.replaceAll("_", "-");

/** Further entries of a localised text, by language. */
const translationsIn = (texts: unknown): Record<string, string> =>
  Object.assign({}, ...(Array.isArray(texts) ? texts.slice(1).filter(isRecord) : []));

/** A portfolio's master brand, or its first. */
function brandIn(root: Group, left: string[]): Group | null {
  const brands = Array.isArray(root.brands) ? root.brands.filter(isRecord) : [];
  const chosen = brands.find(({ keller_type }) => keller_type === "master") ?? brands[0];
  if (!chosen) return isRecord(root.brand) ? { ...root, ...root.brand } : root;
  if (brands.length > 1)
    left.push(`${counted(brands.length - 1, "more brand")} of this portfolio: you can start from only one.`);
  return chosen;
}

/** For Ad Context Protocol 3.0 and 3.1. */
function isAdcpBrand(root: Group): boolean {
  if (typeof root.$schema === "string" && root.$schema.includes("adcontextprotocol")) return true;
  return Array.isArray(root.names) || (root.house !== undefined && Array.isArray(root.brands));
}

/** @throws BadRequest when nothing can be imported */
function importAdcpBrand(root: Group): ImportedBrand {
  const left: string[] = [];
  const brand = brandIn(root, left) ?? root;
  const { tone } = brand;
  const voice = isRecord(tone) ? tone : { voice: tone };
  const language = languageIn(brand.names);
  const guidelines = isRecord(brand.visual_guidelines) ? brand.visual_guidelines : {};
  const { legal, left: disclaimers } = legalOf(brand.disclaimers);
  const { names, typefaces } = adcpFonts(brand.fonts);
  const taglines = Object.entries(translationsIn(brand.tagline));
  const audience = textIn(brand.target_audience);
  const stated = {
    name: textIn(brand.names) ?? textIn(brand.name),
    identity: {
      brand: {
        tagline: textIn(brand.tagline),
        description: textIn(brand.description),
        industry: textIn(brand.industries) ?? textIn(brand.industry),
        website: textIn(brand.url),
        languages: language && language !== "und" ? [tagOf(language)] : undefined,
        audiences: audience ? [{ description: audience }] : undefined,
        typography: names,
      },
      persona: {
        voice: { summary: textIn(voice.voice), attributes: textsIn(voice.attributes) },
        dos: textsIn(voice.dos),
        donts: textsIn(voice.donts),
      },
      locales: Object.fromEntries(taglines.map(([tag, tagline]) => [tagOf(tag), { brand: { tagline } }])),
    },
    colors: { palette: adcpPalette(brand) },
    color_rules: colorRules(guidelines.color_constraints),
    logos: { rules: textsIn(guidelines.restrictions) },
    fonts: typefaces,
    legal,
  };
  const imported = importBrandDocument(JSON.parse(JSON.stringify(stated)));
  if (disclaimers > 0) left.push("disclaimers: write them under Legal.");
  if (Object.keys(guidelines).some((key) => !GUIDELINES_READ.includes(key)))
    left.push("visual_guidelines: write them under Imagery.");
  const unread = Object.entries(UNREAD).flatMap(([key, sentence]) => (brand[key] === undefined ? [] : [sentence]));
  return { ...imported, left: shorten([...left, ...unread, ...imported.left]) };
}

const MAX_DEPTH = 40;

function hasKey(value: unknown, key: string, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  if (Object.hasOwn(value, key)) return true;
  return Object.values(value).some((child) => hasKey(child, key, depth + 1));
}

function parseJson(text: string): unknown {
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
    throw unreadable(`This file is over ${sizeLimitText(MAX_IMPORT_BYTES)}.`);
  checkJsonSize(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw unreadable("This file is not JSON. Choose a brand.json, design tokens or variables.", cause);
  }
}

/**
 * Stores nothing.
 * @throws BadRequest (`field: "file"`) saying what the file is
 */
export function importBrandFile(text: string): ImportedBrand {
  const parsed = parseJson(text);
  const listed = Array.isArray(parsed) ? readTokenList(parsed) : null;
  const root = Array.isArray(parsed) ? (listed?.root ?? { colors: { palette: parsed } }) : parsed;
  if (!isRecord(root)) throw unreadable("This file has neither a brand nor design tokens.");
  if (isRecord(root.identity) || isRecord(root.brand_identity) || isRecord(root.logos))
    return importBrandDocument(root);
  if (isRecord(root.colors) && Array.isArray(root.colors.palette)) return importBrandDocument(root);
  const ofHub = readHubTokens(root);
  if (ofHub) return { ...importBrandDocument(ofHub), kind: "tokens" };
  if (isAdcpBrand(root)) return importAdcpBrand(root);
  const foreign = listed ?? readResolverDocument(root) ?? readForeignTokens(root);
  if (foreign) {
    const imported = importDesignTokens(foreign.root);
    return { ...imported, left: shorten([...foreign.left, ...imported.left]) };
  }
  if (hasKey(root, "$value")) return importDesignTokens(root);
  throw unreadable("This file has neither a brand nor design tokens.");
}
