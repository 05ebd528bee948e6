import {
  COLOR_LIMITS,
  emptyTypography,
  FontFamilyName,
  familiesFor,
  fontFor,
  type PaletteEntry,
  parseHex,
  StoredColorRule,
  type StoredColors,
  StoredFont,
  StoredGradient,
  StoredPrint,
  StoredTextStyle,
  type StoredTypography,
  scaleOf,
  TYPOGRAPHY_LIMITS,
  tidyColors,
} from "@/lib/content";
import {
  type CompiledIdentity,
  FONT_ROLES,
  type FontRole,
  SCALE_STEPS,
  TEXT_STYLES,
  type TextStyleName,
} from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { counted } from "@/lib/platform/text";
import { isRecord, textOf } from "./imported-brand";
import { hexOfToken } from "./read-token-color";

const MAX_READ = 10 * COLOR_LIMITS.rules;

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, MAX_READ).filter(isRecord) : [];

/** `entryOf` maps the file's ids to entries of the new palette. */
export function importStated(
  root: Record<string, unknown>,
  colors: Record<string, unknown>,
  palette: StoredColors,
  entryOf: ReadonlyMap<string, PaletteEntry>,
  report: { taken: string[]; left: string[] },
): StoredColors {
  const entry = (id: unknown) => (typeof id === "string" ? entryOf.get(id) : undefined);
  const idOf = (id: unknown) => entry(id)?.id;
  const each = <Value>(
    list: unknown,
    read: (input: Record<string, unknown>, entry: PaletteEntry) => Value | undefined,
  ) =>
    Object.fromEntries(
      listOf(list).flatMap((input) => {
        const of = entry(input.color);
        const value = of && read(input, of);
        return of && value !== undefined ? [[of.id, value] as const] : [];
      }),
    );
  const scales = each(colors.scales, ({ steps }, { hex }) => readScale(steps, hex));
  const print = each(colors.print, ({ cmyk, pantone }) => readPrint(cmyk, pantone));
  const dark = each(colors.dark, ({ hex }) => (typeof hex === "string" ? (parseHex(hex) ?? undefined) : undefined));
  const gradients = listOf(colors.gradients)
    .flatMap((input) => readGradient(input, idOf) ?? [])
    .slice(0, COLOR_LIMITS.gradients);
  const rules = listOf(root.color_rules)
    .flatMap((input) => readRule(input, idOf) ?? [])
    .slice(0, COLOR_LIMITS.rules);
  const stated = tidyColors({ ...palette, scales, print, dark, gradients, rules });
  reportStated(stated, report.taken);
  const given = [colors.scales, colors.print, colors.dark, colors.gradients, root.color_rules];
  const kept = [stated.scales, stated.print, stated.dark, stated.gradients, stated.rules];
  const lost = given.reduce<number>((sum, list, at) => {
    const count = Array.isArray(list) ? list.length : 0;
    return sum + Math.max(0, count - Object.keys(kept[at] ?? {}).length);
  }, 0);
  if (lost > 0) report.left.push(`${counted(lost, "statement")} about colours that can’t be imported.`);
  return stated;
}

function readScale(steps: unknown, hex: string) {
  if (!isRecord(steps)) return undefined;
  const made = scaleOf(hex);
  const set = SCALE_STEPS.flatMap((step) => {
    const given = typeof steps[step] === "string" ? parseHex(steps[step]) : null;
    return given && given !== made.steps[step] && step !== made.own ? [[step, given] as const] : [];
  });
  return Object.fromEntries(set);
}

function readPrint(cmyk: unknown, pantone: unknown) {
  const parsed = StoredPrint.shape.cmyk.safeParse(cmyk);
  const name = textOf(pantone, COLOR_LIMITS.pantone);
  return parsed.data || name ? { cmyk: parsed.data ?? null, pantone: name } : undefined;
}

function readGradient(
  input: Record<string, unknown>,
  idOf: (id: unknown) => string | undefined,
): StoredGradient | null {
  const stops = listOf(input.stops)
    .slice(0, COLOR_LIMITS.stops)
    .map((stop) => {
      const hex = hexOfToken(stop.color);
      return { color_id: idOf(stop.palette_color) ?? null, hex, position: stop.position };
    });
  const { kind, angle } = input;
  const name = textOf(input.name, COLOR_LIMITS.name);
  return StoredGradient.safeParse({ id: newId(), name, kind, angle, stops }).data ?? null;
}

function readRule(input: Record<string, unknown>, idOf: (id: unknown) => string | undefined): StoredColorRule | null {
  const ids = (value: unknown) =>
    Array.isArray(value) ? value.slice(0, MAX_READ).flatMap((id) => idOf(id) ?? []) : [];
  const parsed = StoredColorRule.safeParse({
    id: newId(),
    color: idOf(input.color),
    allowed_on: ids(input.allowed_on),
    forbidden_on: ids(input.forbidden_on),
    never_pair_with: ids(input.never_pair_with),
    severity: input.severity,
    reason: typeof input.reason === "string" ? input.reason.slice(0, COLOR_LIMITS.reason) : "",
  });
  return parsed.data ?? null;
}

function reportStated({ scales, print, dark, gradients, rules }: StoredColors, taken: string[]): void {
  const said: [object | undefined, string, string][] = [
    [scales, "colour with tints and shades", "colours with tints and shades"],
    [print, "colour in print", "colours in print"],
    [dark, "colour of a dark set", "colours of a dark set"],
    [gradients, "gradient", "gradients"],
    [rules, "rule for colours", "rules for colours"],
  ];
  for (const [value, one, more] of said) {
    const count = Object.keys(value ?? {}).length;
    if (count > 0) taken.push(`${counted(count, one, more)}.`);
  }
}

const MAX_FONTS_READ = 10 * TYPOGRAPHY_LIMITS.fonts;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, MAX_FONTS_READ).filter((entry) => typeof entry === "string") : [];

/** A bundle only names font files, so their metadata is dropped too. */
function importFont(input: Record<string, unknown>): StoredFont | null {
  const { uses, fallbacks, features, name, text } = TYPOGRAPHY_LIMITS;
  const license = isRecord(input.license) ? input.license : {};
  const expiry = StoredFont.shape.license.shape.expires_on.safeParse(license.expires_on);
  const ofForm = (form: { safeParse(value: unknown): { success: boolean } }, value: unknown, max: number) =>
    textsOf(value)
      .filter((entry) => form.safeParse(entry).success)
      .slice(0, max);
  const font = StoredFont.safeParse({
    id: newId(),
    family: textOf(input.family, name),
    files: [],
    scripts: [],
    languages: [],
    fallbacks: ofForm(FontFamilyName, input.fallbacks, fallbacks),
    opentype_features: ofForm(StoredFont.shape.opentype_features.element, input.opentype_features, features),
    metrics: null,
    license: {
      holder: textOf(license.holder, text),
      uses: textsOf(license.uses)
        .map((use) => use.slice(0, name))
        .slice(0, uses),
      url: textOf(license.url, text),
      expires_on: expiry.success ? expiry.data : null,
    },
  });
  return font.success ? font.data : null;
}

function roleOf(typography: StoredTypography, name: TextStyleName, families: unknown): FontRole {
  const [first] = textsOf(families);
  const said = FONT_ROLES.find((role) => familiesFor(typography, role)[0] === first);
  return said ?? (["display", "heading", "subheading"].includes(name) ? "heading" : "body");
}

/**
 * Imports typefaces without files, and text styles. Removes from `identity`, in place, the names that the hub
 * derived from these typefaces, so that they stay derived.
 */
export function importTypography(
  root: Record<string, unknown>,
  identity: CompiledIdentity,
  taken: string[],
  left: string[],
): { typography?: StoredTypography; files: number } {
  const typography = emptyTypography();
  const given = Array.isArray(root.fonts) ? root.fonts : [];
  let files = 0;
  for (const input of given.slice(0, MAX_FONTS_READ).filter(isRecord)) {
    files += Array.isArray(input.files) ? input.files.length : 0;
    const font = typography.fonts.length < TYPOGRAPHY_LIMITS.fonts ? importFont(input) : null;
    if (!font) continue;
    typography.fonts.push(font);
    for (const role of FONT_ROLES) if (textsOf(input.roles).includes(role)) typography.roles[role] ??= font.id;
  }
  const count = typography.fonts.length;
  if (count > 0) taken.push(`${counted(count, "typeface")}, without files.`);
  if (count < given.length)
    left.push(
      `${counted(given.length - count, "typeface")} without a usable name, or beyond ${TYPOGRAPHY_LIMITS.fonts}.`,
    );

  const styles = isRecord(root.text_styles) ? root.text_styles : {};
  for (const name of TEXT_STYLES) {
    const style = styles[name];
    if (!isRecord(style)) continue;
    const said = FONT_ROLES.find((role) => role === style.font);
    const parsed = StoredTextStyle.safeParse({ ...style, font: said ?? roleOf(typography, name, style.fontFamily) });
    if (parsed.success) typography.styles[name] = parsed.data;
    else left.push(`text_styles.${name}: not a valid text style.`);
  }
  const stated = Object.keys(typography.styles).length;
  if (stated > 0) taken.push(`${counted(stated, "text style")}.`);

  const names = identity.brand.typography;
  for (const role of FONT_ROLES)
    if (names?.[role] && names[role] === fontFor(typography, role)?.family) delete names[role];
  return { ...(count + stated > 0 && { typography }), files };
}
