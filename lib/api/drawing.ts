import { namesTag } from "./download";

/** Nothing in it runs or loads, should somebody open it as a page. */
const SANDBOX = "sandbox; default-src 'none'; img-src data:";

/**
 * Answers with a picture that the hub has drawn, which is not drawn for a browser that has it. A URL that names the tag (`?v=`) is another one
 * for another picture, so browsers keep its answer for a day; any other is asked again each time.
 * @param tag another one for another picture
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
  if (namesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const body = await draw();
  return new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: { ...headers, "content-type": mime },
  });
}
