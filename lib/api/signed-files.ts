import { isPdf } from "@/lib/content";
import { readFile, readRendition, verifyFileUrl } from "@/lib/content/server";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { contextOf, hub } from "@/lib/runtime/hub";
import { namesTag } from "./download";
import { refusal, toErrorResponse } from "./envelope";
import { toResponse } from "./hot-path/answer";

const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

async function respond(request: Request, now: Date): Promise<Response> {
  const url = new URL(request.url);
  const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now });
  const grant = verifyFileUrl({ secret: ctx.secrets.fileUrl, url, now });
  if (!grant) throw new Forbidden("This URL is not signed, was changed, or has expired.");
  const headers = {
    "cache-control": `private, max-age=${Math.max(0, Math.floor(grant.expiresAtSeconds - now.getTime() / 1000))}`,
    "content-security-policy": SANDBOX,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    // Browsers load a font of another origin by CORS alone. No cookie opens a file: whoever has the URL may read it anywhere.
    "access-control-allow-origin": "*",
    etag: `"${[grant.sha256, grant.rendition].filter(Boolean).join("-")}"`,
  };
  if (namesTag(request.headers.get("if-none-match"), headers.etag)) return new Response(null, { status: 304, headers });

  const { rendition } = grant;
  const file = await (rendition ? readRendition(ctx, { ...grant, rendition }) : readFile(ctx, grant));
  if (!file) throw new NotFound("This file is no longer stored.");
  // A PDF without a page that can be drawn: whoever asked for a picture is not sent all of it.
  if (file.bytes.length === 0) return new Response(null, { status: 204, headers });
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...headers,
      "content-type": file.mime,
      "content-length": String(file.bytes.length),
      // A browser's viewer runs a PDF's scripts whatever the sandbox says, and no search of its bytes finds all of them.
      ...(isPdf(file) && { "content-disposition": "attachment" }),
    },
  });
}

/** Answers the read of a signed URL: the bytes with their exact media type, sandboxed; 403 for any URL not signed so. */
export async function handleSignedFile(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return toResponse(refusal("bad_request", "Only GET and HEAD are allowed here.", 405, { allow: "GET, HEAD" }));
  }
  const response = await respond(request, new Date()).catch((error) => toErrorResponse(error));
  return request.method === "HEAD"
    ? new Response(null, { status: response.status, headers: response.headers })
    : response;
}
