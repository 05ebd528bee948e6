import {
  COLOR_LIMITS,
  type PaletteEntry,
  parseHex,
  StoredColorRule,
  type StoredColors,
  StoredGradient,
  StoredPrint,
  scaleOf,
  tidyColors,
} from "@/lib/content";
import { SCALE_STEPS } from "@/lib/contract";
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

export function reportStated({ scales, print, dark, gradients, rules }: StoredColors, taken: string[]): void {
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
