import { requirePermission } from "@/lib/access/server";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import type { FileRef } from "../document/file-ref";
import { type Rendition, readView, thumbnailOf } from "./renditions/renditions";
import { signFileUrl } from "./signed-url";

/** A path within the hub that reads one file, and for how long from now: browsers' clocks are often wrong. */
export interface SignedFilePath {
  path: string;
  lifetimeSeconds: number;
}

const MAX_FILES = 200;

/** The signed path of a brand's file, or of a rendition of it; whoever calls has checked that it may be read. */
export function signFilePath(
  { baseUrl, secrets, now }: Ctx,
  file: { brandId: string; sha256: string; rendition?: Rendition },
): SignedFilePath {
  const { url, expiresAtSeconds } = signFileUrl({ baseUrl, secret: secrets.fileUrl, now, ...file });
  const { pathname, search } = new URL(url);
  return { path: `${pathname}${search}`, lifetimeSeconds: expiresAtSeconds - Math.ceil(now.getTime() / 1000) };
}

/** The signed path of what shows a picture in a field of so many CSS pixels; whoever calls has checked that it may be read. */
export function signThumbnail(ctx: Ctx, { brandId, file, px }: { brandId: string; file: FileRef; px: number }): string {
  const view = readView(thumbnailOf(file, px)) ?? { sha256: file.sha256 };
  return signFilePath(ctx, { brandId, ...view }).path;
}

/**
 * Gives the signed paths of a brand's files, or of renditions of them, as `thumbnailOf` names both, for a member's own browser: drafts name files that no bundle shows
 * yet. Paths, so that fonts and downloads stay on the origin the browser is at. A file that is not stored reads as a 404.
 * @throws NotFound when the user is no member
 * @throws BadRequest for more than 200 at once, or what names no file
 */
export async function signFiles(
  ctx: Ctx,
  { brandId, views }: { brandId: string; views: readonly string[] },
): Promise<Record<string, SignedFilePath>> {
  await requirePermission(ctx, brandId, "read");
  const wanted = [...new Set(views)];
  if (wanted.length > MAX_FILES) throw new BadRequest(`At most ${MAX_FILES} files can be signed at once.`);
  const signed = wanted.map((view): [string, SignedFilePath] => {
    const file = readView(view);
    if (!file) throw new BadRequest("A file is named by its SHA-256.");
    return [view, signFilePath(ctx, { brandId, ...file })];
  });
  return Object.fromEntries(signed);
}
