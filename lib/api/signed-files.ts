import { hash, timingSafeEqual } from "node:crypto";
import { isPdf } from "@/lib/content";
import { readFile, readRendition, verifyFileUrl } from "@/lib/content/server";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { contextOf, hub } from "@/lib/runtime/hub";
import { matchesEtag } from "./download";
import { refusal, toErrorResponse } from "./envelope";
import { toResponse } from "./hot-path/answer";

const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

async function respond(request: Request, now: Date): Promise<Response> {
  const url = new URL(request.url);
  const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now });
  const grant = verifyFileUrl({ secret: ctx.secrets.fileUrl, url, now });
  if (!grant) throw new Forbidden("This URL isn't signed, was changed or has expired.");
  const headers = {
    "cache-control": `private, max-age=${Math.max(0, Math.floor(grant.expiresAtSeconds - now.getTime() / 1000))}`,
    "content-security-policy": SANDBOX,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    // Browsers need CORS for fonts of another origin. Files need no cookie, only the URL, so any origin may read
    // them.
    "access-control-allow-origin": "*",
    etag: `"${[grant.sha256, grant.rendition].filter(Boolean).join("-")}"`,
  };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });

  const { rendition } = grant;
  const file = await (rendition ? readRendition(ctx, { ...grant, rendition }) : readFile(ctx, grant));
  if (!file) throw new NotFound("This file is no longer stored.");
  // A PDF whose pages can't be drawn: a preview request doesn't get the whole file.
  if (file.bytes.length === 0) return new Response(null, { status: 204, headers });
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...headers,
      "content-type": file.mime,
      "content-length": String(file.bytes.length),
      // Browsers' viewers run a PDF's scripts despite the sandbox, and a search of its bytes can't find them all.
      ...(isPdf(file) && { "content-disposition": "attachment" }),
    },
  });
}

export async function handleSignedFile(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return toResponse(refusal("bad_request", "Only GET and HEAD are allowed here.", 405, { allow: "GET, HEAD" }));
  }
  const response = await respond(request, new Date()).catch((error) => toErrorResponse(error));
  return request.method === "HEAD"
    ? new Response(null, { status: response.status, headers: response.headers })
    : response;
}

/** Hex digits: Node returns them four times faster than a buffer. */
const digest = (value: string): Buffer => Buffer.from(hash("sha256", value, "hex"), "latin1");
const digests = new Map<string, Buffer>();

function configuredDigest(secret: string): Buffer {
  let known = digests.get(secret);
  if (!known) {
    known = digest(secret);
    digests.set(secret, known);
  }
  return known;
}

export function matchesSecret(presented: string, configured: readonly string[]): boolean {
  const given = digest(presented);
  let matches = false;
  for (const secret of configured) if (timingSafeEqual(given, configuredDigest(secret))) matches = true;
  return matches;
}
