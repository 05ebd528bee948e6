import { matchesEtag } from "./download";

/** Keeps everything in it from running or loading if it is opened as a page. */
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
