import type { PublishedVersion } from "@/lib/publishing";
import type { DownloadKit } from "@/lib/rendering";
import type { VersionFile } from "@/lib/rendering/server";
import type { PublicFile } from "./docs/server";
import { answering } from "./envelope";
import { RawResponse } from "./hot-path/answer";

interface Download {
  bytes: Buffer;
  mime: string;
  fileName: string;
}

/** A file name in ASCII for old clients and complete for others (RFC 6266, RFC 8187). */
function disposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/** Streams a download kit; a failure before its first byte becomes the envelope. */
export const answerKit = (open: () => Promise<DownloadKit>): Promise<Response> =>
  answering(async () => {
    const { stream, fileName } = await open();
    return new Response(stream, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": disposition(fileName),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  });

/** Sends a file as an attachment, never shown in the hub's origin; a failure becomes the envelope. */
export const answerDownload = (find: () => Promise<Download>): Promise<Response> =>
  answering(async () => {
    const { bytes, mime, fileName } = await find();
    return new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": mime,
        "content-length": String(bytes.length),
        "content-disposition": disposition(fileName),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  });

/**
 * True if `If-None-Match` has the response's tag, by weak comparison (RFC 9110, 13.1.2). `*` never matches, because
 * it names no copy that the client has.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (ifNoneMatch === null || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Value of `Repr-Digest` (RFC 9530). */
const reprDigest = (sha256: string): string => `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`;

const forEver = (cache: "private" | "public") => `${cache}, immutable, max-age=31536000`;

/** Headers of bytes that never change under their address. */
export const versionHeaders = (sha256: string, cache: "private" | "public") => ({
  etag: `"${sha256}"`,
  "repr-digest": reprDigest(sha256),
  "cache-control": forEver(cache),
});

export const versionResponse = ({ sha256, content }: PublishedVersion, cache: "private" | "public") =>
  new RawResponse(content, { ...versionHeaders(sha256, cache), "content-type": "application/json" });

/** A version in a format. A later release may write it differently, under another ETag. */
export const formatResponse = ({ etag, mediaType, content }: VersionFile, cache: "private" | "public") =>
  new RawResponse(content, { etag, "content-type": mediaType, "cache-control": forEver(cache) });

/** A context of the version in its address, or of the current one, which caches ask for again. */
export const contextResponse = ({ etag, mediaType, content }: VersionFile, { isPinned }: { isPinned: boolean }) =>
  new RawResponse(content, {
    etag,
    "content-type": mediaType,
    "cache-control": isPinned ? forEver("private") : "private, no-cache",
    vary: "accept",
  });

export const redirectTo = (location: string) => new RawResponse(null, { location, "cache-control": "no-store" }, 302);

export const ANY_ORIGIN = { "access-control-allow-origin": "*" };

/** A version or its file. Failures become the envelope. */
export const answerVersion = (
  request: Request,
  find: () => Promise<RawResponse>,
  more: Record<string, string> = {},
): Promise<Response> =>
  answering(async () => {
    const { content, headers: own, status } = await find();
    const headers = { ...own, ...more, "x-content-type-options": "nosniff" };
    if (matchesEtag(request.headers.get("if-none-match"), own.etag))
      return new Response(null, { status: 304, headers });
    return new Response(typeof content === "function" ? await content() : content, { status, headers });
  });

/** A public file, cacheable for five minutes; 304 if `If-None-Match` has its tag. */
export function publicFile(request: Request, file: PublicFile | null, headers: Record<string, string> = {}): Response {
  if (!file) return new Response("There is no such file.\n", { status: 404 });
  const etag = `"${file.sha256}"`;
  const all = { etag, "cache-control": "public, max-age=300", ...headers };
  if (matchesEtag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: all });
  return new Response(file.bytes, {
    headers: {
      ...all,
      "content-type": file.type,
      "repr-digest": reprDigest(file.sha256),
    },
  });
}

/** Prevents scripts and loads if it is opened as a page. */
const SANDBOX = "sandbox; default-src 'none'; img-src data:";

/**
 * Sends a picture drawn by the hub, or 304 to a browser that has it. Browsers keep the response for a day if the URL
 * has the tag (`?v=`), else they revalidate it.
 * @param tag differs for different pictures
 */
export async function answerDrawing(
  request: Request,
  { tag, mime, draw }: { tag: string; mime: string; draw: () => Promise<string | Uint8Array> },
): Promise<Response> {
  const etag = `"${tag}"`;
  const isNamed = new URL(request.url).searchParams.get("v") === tag;
  const headers = {
    etag,
    "cache-control": isNamed ? "private, max-age=86400, immutable" : "private, no-cache",
    "content-security-policy": SANDBOX,
    "x-content-type-options": "nosniff",
  };
  if (matchesEtag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const body = await draw();
  return new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: { ...headers, "content-type": mime },
  });
}
