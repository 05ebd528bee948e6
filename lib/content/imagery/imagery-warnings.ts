import { IMAGERY_KINDS } from "@/lib/contract";
import type { StoredAsset } from "../document/brand-document";
import type { StoredImagery } from "../document/guidelines";
import { IMAGERY_NAMES } from "./imagery-words";

/** What a person should look at before this goes out: an asset that is shown as both, and one that is no longer there. Nothing of it is refused. */
export function imageryWarnings(imagery: StoredImagery, assets: readonly StoredAsset[]): string[] {
  const names = new Map(assets.map(({ id, name }) => [id, name]));
  return IMAGERY_KINDS.flatMap((kind) => {
    const { dos = [], donts = [] } = imagery[kind] ?? {};
    const ids = (examples: typeof dos) => [...new Set(examples.flatMap(({ asset_id }) => asset_id ?? []))];
    const forbidden = new Set(ids(donts));
    const both = ids(dos).filter((id) => forbidden.has(id) && names.has(id));
    const gone = ids([...dos, ...donts]).filter((id) => !names.has(id));
    return [
      ...both.map((id) => `${IMAGERY_NAMES[kind]}: ${names.get(id)} stands both under do and under don’t.`),
      ...(gone.length > 0
        ? [`${IMAGERY_NAMES[kind]}: an example shows an asset that was removed. Its words stay, the picture does not.`]
        : []),
    ];
  });
}
