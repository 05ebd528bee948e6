import { IMAGERY_KINDS, type ImageryKind } from "@/lib/contract";
import type { BrandDocument, StoredAsset } from "../document/brand-document";
import type { StoredDirection, StoredExample, StoredImagery } from "../document/guidelines";

export type ExampleList = "dos" | "donts";

export type DirectionChange = { [Key in keyof StoredDirection]?: StoredDirection[Key] | undefined };

/** `undefined` removes a field. */
export function changeDirection(imagery: StoredImagery, kind: ImageryKind, change: DirectionChange): StoredImagery {
  const fields = Object.entries({ ...imagery[kind], ...change }).filter(([, value]) => value !== undefined);
  return { ...imagery, [kind]: Object.fromEntries(fields) };
}

export function setExample(
  imagery: StoredImagery,
  { kind, list, at }: { kind: ImageryKind; list: ExampleList; at: number },
  example: StoredExample | null,
): StoredImagery {
  const examples = imagery[kind]?.[list] ?? [];
  return changeDirection(imagery, kind, { [list]: example ? examples.with(at, example) : examples.toSpliced(at, 1) });
}

export const addExample = (imagery: StoredImagery, kind: ImageryKind, list: ExampleList): StoredImagery =>
  changeDirection(imagery, kind, { [list]: [...(imagery[kind]?.[list] ?? []), {}] });

/** Drops references to other assets, then examples without an asset or note. */
export function withAssets(imagery: StoredImagery, assetIds: ReadonlySet<string>): StoredImagery {
  const known = (examples: StoredExample[] | undefined) =>
    examples
      ?.map(({ asset_id, ...example }) =>
        asset_id !== undefined && assetIds.has(asset_id) ? { asset_id, ...example } : example,
      )
      .filter(({ asset_id, note }: StoredExample) => asset_id !== undefined || note?.trim());
  return IMAGERY_KINDS.reduce<StoredImagery>((next, kind) => {
    const direction = next[kind];
    if (!direction) return next;
    return changeDirection(next, kind, { dos: known(direction.dos), donts: known(direction.donts) });
  }, imagery);
}

export const IMAGERY_NAMES: Readonly<Record<ImageryKind, string>> = {
  photo: "Photography",
  illustration: "Illustration",
  icon: "Icons",
};

/** `Harbour at night: calm, from far away`, or only one of the two. */
export function exampleText({ asset_id, note }: StoredExample, nameOf: (id: string) => string): string {
  return [asset_id && nameOf(asset_id), note].filter(Boolean).join(": ");
}

/** `outline, on a grid of 24 px, lines of 1.5 px`. */
export function iconText({ style, grid_px, stroke_px }: StoredDirection): string {
  return [style, grid_px && `on a grid of ${grid_px} px`, stroke_px && `lines of ${stroke_px} px`]
    .filter(Boolean)
    .join(", ");
}

export function imageryInWords({ imagery, assets = [] }: Pick<Partial<BrandDocument>, "imagery" | "assets">) {
  const names = new Map(assets.map(({ id, name }) => [id, name]));
  const textsOf = (examples: StoredExample[] = []) =>
    examples.map((example) => exampleText(example, (id) => names.get(id) ?? "An asset")).filter(Boolean);
  return IMAGERY_KINDS.flatMap((kind) => {
    const direction = imagery?.[kind];
    if (!direction) return [];
    const lines = [direction.direction, iconText(direction)].filter((line): line is string => Boolean(line));
    return [{ kind, name: IMAGERY_NAMES[kind], lines, dos: textsOf(direction.dos), donts: textsOf(direction.donts) }];
  });
}

/** Assets that are removed, or both do and don't. Warnings don't block publishing. */
export function imageryWarnings(imagery: StoredImagery, assets: readonly StoredAsset[]): string[] {
  const names = new Map(assets.map(({ id, name }) => [id, name]));
  return IMAGERY_KINDS.flatMap((kind) => {
    const { dos = [], donts = [] } = imagery[kind] ?? {};
    const ids = (examples: typeof dos) => [...new Set(examples.flatMap(({ asset_id }) => asset_id ?? []))];
    const forbidden = new Set(ids(donts));
    const both = ids(dos).filter((id) => forbidden.has(id) && names.has(id));
    const gone = ids([...dos, ...donts]).filter((id) => !names.has(id));
    return [
      ...both.map((id) => `${IMAGERY_NAMES[kind]}: ${names.get(id)} is an example of both do and don’t.`),
      ...(gone.length > 0
        ? [`${IMAGERY_NAMES[kind]}: an example uses a removed asset. Its text stays without the picture.`]
        : []),
    ];
  });
}
