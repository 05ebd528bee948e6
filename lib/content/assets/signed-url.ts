import { createHmac, timingSafeEqual } from "node:crypto";
import { requirePermission } from "@/lib/access/server";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import type { FileRef } from "../document/guidelines";
import { isRendition, type Rendition, readView, thumbnailOf } from "./renditions/renditions";

const LIFETIME_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

const PATH = /(?:^|\/)files\/([0-9a-f]{64})$/;
const BRAND_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const EXPIRES = /^[1-9][0-9]{9,11}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;

/** During rotation, the first signs and all verify. */
export type FileUrlSecret = string | readonly string[];

export type SignedFileUrl = { url: string; expiresAtSeconds: number };

export type VerifiedFileUrl = { brandId: string; sha256: string; expiresAtSeconds: number; rendition?: Rendition };

/** Unix seconds: in 30 minutes, rounded up to the minute. */
export const fileUrlExpiry = (now: Date): number =>
  (Math.ceil((now.getTime() + LIFETIME_MS) / MINUTE_MS) * MINUTE_MS) / 1000;

/**
 * A URL that reads one file of one brand, or only its `rendition`, for 30 to 31 minutes. Calls within a minute give the
 * same URL, so caches work (docs/decisions/content.md, Signed URLs).
 * @throws Error without a secret
 */
export function signFileUrl(input: {
  baseUrl: string;
  secret: FileUrlSecret;
  brandId: string;
  sha256: string;
  rendition?: Rendition;
  now: Date;
}): SignedFileUrl {
  const secret = secretsOf(input.secret)[0];
  if (secret === undefined) throw new Error("Signing a file URL needs a secret.");
  const brandId = input.brandId.toLowerCase();
  const expiresAtSeconds = fileUrlExpiry(input.now);
  const { sha256, rendition } = input;
  const signature = signatureOf(secret, { sha256, brandId, expires: String(expiresAtSeconds), rendition });
  const size = rendition ? `&rendition=${rendition}` : "";
  const origin = input.baseUrl.endsWith("/") ? input.baseUrl.slice(0, -1) : input.baseUrl;
  return {
    url: `${origin}/files/${sha256}?brand=${brandId}&expires=${expiresAtSeconds}${size}&signature=${signature}`,
    expiresAtSeconds,
  };
}

/**
 * Null if the URL is tampered with, expired, or has missing, repeated or unknown parameters. Answer every null with the
 * same 403.
 */
export function verifyFileUrl(input: { secret: FileUrlSecret; url: URL; now: Date }): VerifiedFileUrl | null {
  const sha256 = PATH.exec(input.url.pathname)?.[1];
  const parameters = input.url.searchParams;
  const rendition = parameters.get("rendition") ?? undefined;
  if (sha256 === undefined || parameters.size !== (rendition === undefined ? 3 : 4)) return null;
  if (rendition !== undefined && !isRendition(rendition)) return null;
  const brandId = parameters.get("brand") ?? "";
  const expires = parameters.get("expires") ?? "";
  const signature = parameters.get("signature") ?? "";
  if (!BRAND_ID.test(brandId) || !EXPIRES.test(expires) || !SIGNATURE.test(signature)) return null;

  let signed = false;
  for (const secret of secretsOf(input.secret)) {
    if (equal(signatureOf(secret, { sha256, brandId, expires, rendition }), signature)) signed = true;
  }
  const expiresAtSeconds = Number(expires);
  if (!signed || input.now.getTime() >= expiresAtSeconds * 1000) return null;
  return { brandId, sha256, expiresAtSeconds, ...(rendition && { rendition }) };
}

function secretsOf(secret: FileUrlSecret): string[] {
  return (typeof secret === "string" ? [secret] : secret).filter((one) => one !== "");
}

type Signed = { sha256: string; brandId: string; expires: string; rendition?: Rendition };

/** The version prefix keeps file and rendition signatures apart. */
function signatureOf(secret: string, { sha256, brandId, expires, rendition }: Signed): string {
  const file = `${sha256}\n${brandId}\n${expires}`;
  const text = rendition ? `v2\n${file}\n${rendition}` : `v1\n${file}`;
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** Compares texts: base64url has spare bits, so two texts can decode to the same bytes. */
function equal(expected: string, actual: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A duration, because browsers' clocks are often wrong. */
export interface SignedFilePath {
  path: string;
  lifetimeSeconds: number;
}

const MAX_FILES = 200;

/** Checks no permission. */
export function signFilePath(
  { baseUrl, secrets, now }: Ctx,
  file: { brandId: string; sha256: string; rendition?: Rendition },
): SignedFilePath {
  const { url, expiresAtSeconds } = signFileUrl({ baseUrl, secret: secrets.fileUrl, now, ...file });
  const { pathname, search } = new URL(url);
  return { path: `${pathname}${search}`, lifetimeSeconds: expiresAtSeconds - Math.ceil(now.getTime() / 1000) };
}

/** Checks no permission. */
export function signThumbnail(ctx: Ctx, { brandId, file, px }: { brandId: string; file: FileRef; px: number }): string {
  const view = readView(thumbnailOf(file, px)) ?? { sha256: file.sha256 };
  return signFilePath(ctx, { brandId, ...view }).path;
}

/**
 * Signed paths by view (see `thumbnailOf`), also of unpublished files. Paths keep fonts and downloads on the current
 * origin.
 * @throws NotFound if the user isn't a member
 * @throws BadRequest for more than 200 views or a malformed one
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
    if (!file) throw new BadRequest("Name each file by its SHA-256.");
    return [view, signFilePath(ctx, { brandId, ...file })];
  });
  return Object.fromEntries(signed);
}
