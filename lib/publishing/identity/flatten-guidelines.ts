import { type BrandDocument, IMAGERY_NAMES, languageName, type StoredDirection } from "@/lib/content";
import { IMAGERY_KINDS } from "@/lib/contract";

const FIELD_NAMES = {
  direction: "Direction",
  style: "Style",
  grid_px: "Grid",
  stroke_px: "Line width",
  dos: "Do",
  donts: "Don’t",
} as const;

/** Each field of imagery and of what is said in law, by its path, with its name for people. */
export function* flattenGuidelines({
  imagery,
  legal,
}: Pick<BrandDocument, "imagery" | "legal">): Generator<{ path: string; label: string; value: unknown }> {
  for (const kind of IMAGERY_KINDS) {
    const direction: StoredDirection = imagery?.[kind] ?? {};
    for (const field of Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]) {
      const value = direction[field];
      const label = `${IMAGERY_NAMES[kind]} · ${FIELD_NAMES[field]}`;
      if (value !== undefined) yield { path: `imagery.${kind}.${field}`, label, value };
    }
  }
  if (legal?.trademark_lines)
    yield { path: "legal.trademark_lines", label: "Legal · Trademark lines", value: legal.trademark_lines };
  for (const [tag, value] of Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { path: `legal.boilerplate.${tag}`, label: `Boilerplate · ${languageName(tag)}`, value };
}
