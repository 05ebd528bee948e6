import { fileNameFor } from "@/lib/assets";
import type { BrandSnapshot } from "@/lib/brand-document";

/** A published version to hand on, and to whom: what everybody may download has no font that may not be handed on. */
export interface KitSource {
  brandId: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
  audience: "members" | "public";
}

/** A file of the kit, by its path in it. */
export interface KitFile {
  path: string;
  bytes: Uint8Array;
}

/** Files as they come, and what has to be said of those that are not there. */
export type KitPart = AsyncGenerator<KitFile, string[]>;

const encoder = new TextEncoder();

export const textFile = (path: string, text: string): KitFile => ({ path, bytes: encoder.encode(text) });

/** What a file is called in a path, without its ending. */
export const stemOf = (name: string): string => fileNameFor(name, "").replace(/\.bin$/, "");

/** The ending of a media type's files: `png`. */
export const endingOf = (mime: string): string => fileNameFor("", mime).split(".").at(-1) ?? "bin";

/** Names that no two entries share, also where letters' case does not count: the second `logo` is `logo-2`. */
export function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (base) => {
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
