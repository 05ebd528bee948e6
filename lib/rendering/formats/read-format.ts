import { findBrandBySlug } from "@/lib/brands/server";
import { type BrandSnapshot, identityOf } from "@/lib/content";
import type { VERSION_FORMATS } from "@/lib/contract";
import { NotFound } from "@/lib/platform/errors";
import { cached } from "@/lib/platform/result-cache";
import { identityToMarkdown } from "@/lib/publishing";
import { findVersion, getSnapshot } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { asBrandJson } from "./brand-json";
import { asDesignMd } from "./design-md";
import { type Format, TOKEN_FORMATS } from "./formats";

export type VersionFormat = (typeof VERSION_FORMATS)[number];

const MARKDOWN = "text/markdown; charset=utf-8";

/** What a version can be read as, by file name. */
export const FORMATS: Readonly<Record<VersionFormat, Format<BrandSnapshot>>> = {
  ...TOKEN_FORMATS,
  "brand.json": { label: "AdCP brand.json (experimental)", mediaType: "application/json", write: asBrandJson },
  "brand.md": { label: "DESIGN.md", mediaType: MARKDOWN, write: asDesignMd },
  "identity.md": {
    label: "Identity as Markdown",
    mediaType: MARKDOWN,
    write: (snapshot) => identityToMarkdown(snapshot.brand.name, identityOf(snapshot), snapshot),
  },
};

/** Raise it when a format is written differently, so that caches ask again. A test compares digests. */
export const FORMATS_REVISION = 1;

export interface VersionFile {
  etag: string;
  mediaType: string;
  /** Written at the first read, then kept in memory. */
  content(): Promise<string>;
}

/**
 * A version in a format. The caller has checked that the brand can be read.
 * @throws NotFound if there is no such version
 */
export async function findFormat(
  ctx: Ctx,
  { format, ...key }: { brandId: string; version: number; format: VersionFormat },
): Promise<VersionFile> {
  const { sha256 } = await findVersion(ctx, key);
  const { mediaType, write } = FORMATS[format];
  const tag = `${sha256}-${FORMATS_REVISION}-${format}`;
  const { baseUrl } = ctx;
  return {
    etag: `"${tag}"`,
    mediaType,
    content: () =>
      cached(`${tag} ${baseUrl}`, async () => write(await getSnapshot(ctx, key), { baseUrl }), Buffer.byteLength),
  };
}

/**
 * The same for anyone, or the address of the current version.
 * @throws NotFound for a brand without a public page and for unknown versions
 */
export async function findPublicFormat(
  ctx: Ctx,
  { slug, version, format }: { slug: string; version: number | "current"; format: VersionFormat },
): Promise<VersionFile | { location: string }> {
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand?.publicPage) throw new NotFound("There is no such public brand.");
  if (version !== "current") return findFormat(ctx, { brandId: brand.id, version, format });
  return { location: `/p/${brand.slug}/versions/${brand.identityVersion}/${format}` };
}
