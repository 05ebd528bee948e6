import type { ExampleList, FileRef, StoredAsset, StoredImagery } from "@/lib/content";
import { IMAGERY_KINDS, type ImageryKind } from "@/lib/contract";
import { oneOf } from "@/lib/platform/ids";

export const EXAMPLE_PX = 320;

export type SrcOf = (file: FileRef) => string | null;

export const picturesOf = (assets: readonly StoredAsset[]): StoredAsset[] =>
  assets.filter(({ file }) => file.mime.startsWith("image/"));

export const namedAssets = (imagery: StoredImagery | undefined): Set<string> =>
  new Set(
    Object.values(imagery ?? {}).flatMap(({ dos = [], donts = [] }) =>
      [...dos, ...donts].flatMap(({ asset_id }) => asset_id ?? []),
    ),
  );

/** Parses an example's position from the URL (`photo.dos.0`). Null when invalid. */
export function placeOf(text: string | null): { kind: ImageryKind; list: ExampleList; at: number } | null {
  const [, kind, list, at] = /^([a-z]+)\.(dos|donts)\.(\d{1,3})$/.exec(text ?? "") ?? [];
  const known = oneOf(IMAGERY_KINDS, kind ?? null);
  return known ? { kind: known, list: list === "dos" ? "dos" : "donts", at: Number(at) } : null;
}
