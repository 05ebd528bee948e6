import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { signFileUrl } from "./signed-url";

/** A path within the hub that reads one file, and for how long from now: browsers' clocks are often wrong. */
export interface SignedFilePath {
  path: string;
  lifetimeSeconds: number;
}

const MAX_FILES = 200;
const SHA256 = /^[0-9a-f]{64}$/;

/** The signed path of a brand's file; whoever calls has checked that it may be read. */
export function signFilePath(
  { baseUrl, secrets, now }: Ctx,
  { brandId, sha256 }: { brandId: string; sha256: string },
): SignedFilePath {
  const { url, expiresAtSeconds } = signFileUrl({ baseUrl, secret: secrets.fileUrl, brandId, sha256, now });
  const { pathname, search } = new URL(url);
  return { path: `${pathname}${search}`, lifetimeSeconds: expiresAtSeconds - Math.ceil(now.getTime() / 1000) };
}

/**
 * Gives the signed paths of a brand's files by their content, for a member's own browser: drafts name files that no bundle shows
 * yet. Paths, so that fonts and downloads stay on the origin the browser is at. A file that is not stored reads as a 404.
 * @throws NotFound when the user is no member
 * @throws BadRequest for more than 200 at once, or what is no SHA-256
 */
export async function signFiles(
  ctx: Ctx,
  { brandId, sha256s }: { brandId: string; sha256s: readonly string[] },
): Promise<Record<string, SignedFilePath>> {
  await requirePermission(ctx, brandId, "read");
  const wanted = [...new Set(sha256s)];
  if (wanted.length > MAX_FILES) throw new BadRequest(`At most ${MAX_FILES} files can be signed at once.`);
  if (!wanted.every((sha256) => SHA256.test(sha256))) throw new BadRequest("A file is named by its SHA-256.");
  return Object.fromEntries(wanted.map((sha256) => [sha256, signFilePath(ctx, { brandId, sha256 })]));
}
