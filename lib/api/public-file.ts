import { namesTag } from "./conditional";
import type { PublicFile } from "./docs/server";

/** A file that everybody may have, and may keep for five minutes; one that `If-None-Match` names is answered 304. */
export function publicFile(request: Request, file: PublicFile | null, headers: Record<string, string> = {}): Response {
  if (!file) return new Response("There is no such file.\n", { status: 404 });
  const etag = `"${file.sha256}"`;
  const all = { etag, "cache-control": "public, max-age=300", ...headers };
  if (namesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: all });
  return new Response(file.bytes, {
    headers: {
      ...all,
      "content-type": file.type,
      // RFC 9530
      "repr-digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
    },
  });
}
