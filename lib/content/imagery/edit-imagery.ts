import { IMAGERY_KINDS, type ImageryKind } from "@/lib/contract";
import type { StoredDirection, StoredExample, StoredImagery } from "../document/guidelines";

/** What to do, or what not to do. */
export type ExampleList = "dos" | "donts";

export type DirectionChange = { [Key in keyof StoredDirection]?: StoredDirection[Key] | undefined };

/** The imagery with fields of one kind changed; `undefined` takes a field away. */
export function changeDirection(imagery: StoredImagery, kind: ImageryKind, change: DirectionChange): StoredImagery {
  const fields = Object.entries({ ...imagery[kind], ...change }).filter(([, value]) => value !== undefined);
  return { ...imagery, [kind]: Object.fromEntries(fields) };
}

/** The imagery with one example changed, or without it. */
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

/** The imagery for which these assets are there: an example of another one keeps its words, and goes where it has none. */
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
