import { type BrandSnapshot, fileNameFor } from "@/lib/content";

/** A published version to hand on, and to whom: what everybody may download has no font that may not be handed on. */
export interface KitSource {
  brandId: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
  audience: "members" | "public";
}

export interface KitFile {
  path: string;
  bytes: Uint8Array;
}

/** Files as they come, and what has to be said of those that are not there. */
export type KitPart = AsyncGenerator<KitFile, string[]>;

export const NOT_STORED = "its file is not stored any more";

const encoder = new TextEncoder();

export const textFile = (path: string, text: string): KitFile => ({ path, bytes: encoder.encode(text) });

/** The ending of a media type's files: `png`. */
export const endingOf = (mime: string): string => fileNameFor("", mime).split(".").at(-1) ?? "bin";
