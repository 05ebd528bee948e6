import { IMAGERY_KINDS, type ImageryKind } from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
import type { StoredDirection, StoredExample } from "../document/guidelines";

export const IMAGERY_NAMES: Readonly<Record<ImageryKind, string>> = {
  photo: "Photography",
  illustration: "Illustration",
  icon: "Icons",
};

/** `Harbour at night: calm, from far away`; either alone where there is only one. */
export function exampleText({ asset_id, note }: StoredExample, nameOf: (id: string) => string): string {
  return [asset_id && nameOf(asset_id), note].filter(Boolean).join(": ");
}

/** The rules of icons that can be checked, in one line: `outline, on a grid of 24 px, lines of 1.5 px`. */
export function iconText({ style, grid_px, stroke_px }: StoredDirection): string {
  return [style, grid_px && `on a grid of ${grid_px} px`, stroke_px && `lines of ${stroke_px} px`]
    .filter(Boolean)
    .join(", ");
}

/** Imagery for people, without a format: each kind with its direction, and what to do beside what not to. */
export function imageryInWords({ imagery, assets = [] }: Pick<Partial<BrandDocument>, "imagery" | "assets">) {
  const names = new Map(assets.map(({ id, name }) => [id, name]));
  const told = (examples: StoredExample[] = []) =>
    examples.map((example) => exampleText(example, (id) => names.get(id) ?? "An asset")).filter(Boolean);
  return IMAGERY_KINDS.flatMap((kind) => {
    const direction = imagery?.[kind];
    if (!direction) return [];
    const lines = [direction.direction, iconText(direction)].filter((line): line is string => Boolean(line));
    return [{ kind, name: IMAGERY_NAMES[kind], lines, dos: told(direction.dos), donts: told(direction.donts) }];
  });
}
