import { findPublicBrand } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { NotFound } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { cached, tagOf } from "@/lib/platform/result-cache";
import { documentOf, type EditorState } from "@/lib/publishing";
import { getVersion, openEditor } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { documentIn } from "./document-in";
import type { Showcase } from "./draw-showcase";
import { loadOrder, type OrderOutline, outlineOrder } from "./load-order";
import type { Drawing } from "./mock-ups/index";
import type { Theme } from "./themes";

export interface DrawingSource {
  brandId: string;
  outline: OrderOutline;
  /** Changes with anything that affects a drawing. */
  tag: string;
}

/** Checks no permission: the caller does. */
export function drawingSourceOf(brandId: string, name: string, document: BrandDocument): DrawingSource {
  const outline = outlineOrder(document, name);
  return { brandId, outline, tag: tagOf(outline) };
}

/**
 * The acting user's draft, or the published version if they have none or `tag` names it.
 * @throws NotFound for non-members
 */
export async function findDraftSource(
  ctx: Ctx,
  { brandId, tag }: { brandId: string; tag?: string | null },
): Promise<DrawingSource & Pick<EditorState, "document" | "published">> {
  const { access, document, published } = await openEditor(ctx, { brandId });
  const { name } = access.brand;
  const draft = drawingSourceOf(brandId, name, document);
  const live = tag && tag !== draft.tag ? drawingSourceOf(brandId, name, documentOf(published)) : draft;
  return { ...(live.tag === tag ? live : draft), document, published };
}

/** @throws NotFound for an unknown version or a non-member */
export async function getVersionSource(ctx: Ctx, key: { brandId: string; version: number }): Promise<DrawingSource> {
  const { snapshot } = await getVersion(ctx, key);
  return drawingSourceOf(key.brandId, snapshot.brand.name, snapshot);
}

/** In the given language, for anyone. Null unless the public page is on. */
export async function findPublicSource(
  ctx: Ctx,
  { slug, lang }: { slug: string; lang?: string | undefined },
): Promise<DrawingSource | null> {
  const brand = await findPublicBrand(ctx, { slug });
  if (!brand) return null;
  const { document } = documentIn(brand.snapshot, lang);
  return drawingSourceOf(brand.id, document.brand.name, document);
}

/**
 * Drawn once for concurrent calls.
 * @throws RateLimited when too many jobs wait
 */
export function readShowcase(ctx: Ctx, { brandId, outline, tag }: DrawingSource): Promise<Showcase> {
  return cached(
    `showcase ${brandId} ${tag}`,
    async () => runJob(ctx, "drawShowcase", await loadOrder(ctx, { brandId, outline })),
    ({ drawings }) => drawings.reduce((sum, { svg }) => sum + svg.length, 0),
  );
}

/**
 * As SVG.
 * @throws NotFound for an unknown name
 */
export async function readDrawing(
  ctx: Ctx,
  source: DrawingSource,
  wanted: { key: Drawing; theme: Theme },
): Promise<string> {
  const { drawings } = await readShowcase(ctx, source);
  const found = drawings.find(({ key, theme }) => key === wanted.key && theme === wanted.theme);
  if (!found) throw new NotFound("There is no such drawing.");
  return found.svg;
}

/** @throws RateLimited when too many jobs wait */
export async function readMockUpPdf(
  ctx: Ctx,
  { brandId, outline, tag }: DrawingSource,
  { key, theme }: { key: Drawing; theme: Theme },
): Promise<Uint8Array> {
  return cached(
    `pdf ${brandId} ${tag} ${key} ${theme}`,
    async () => {
      const order = await loadOrder(ctx, { brandId, outline });
      return runJob(ctx, "drawMockUpPdf", { order, key, theme, now: ctx.now });
    },
    ({ length }) => length,
  );
}

/**
 * The Open Graph image as PNG.
 * @throws RateLimited when too many jobs wait
 */
export async function readShareImage(ctx: Ctx, { brandId, outline, tag }: DrawingSource): Promise<Uint8Array> {
  return cached(
    `share ${brandId} ${tag}`,
    async () => runJob(ctx, "drawShareImage", await loadOrder(ctx, { brandId, outline })),
    ({ length }) => length,
  );
}
