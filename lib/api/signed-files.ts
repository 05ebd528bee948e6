import { isPdf } from "@/lib/content";
import { readFile, readRendition, verifyFileUrl } from "@/lib/content/server";
import type { AnonymousActor } from "@/lib/platform/context";
import { Forbidden, NotFound, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { VersionReader } from "@/lib/publishing";
import { findPublishedFile } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, hub } from "@/lib/runtime/hub";
import { authenticate, requireKeyScope } from "./authenticate";
import { countFailedCredential, takeFromBudget } from "./budget";
import { clientIp } from "./client-ip";
import { matchesEtag, versionHeaders } from "./download";
import { refusal, toErrorResponse } from "./envelope";
import { toResponse } from "./hot-path/answer";

const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

const UNSIGNED = "This URL isn't signed, was changed or has expired.";

const FILE_HEADERS = {
  "content-security-policy": SANDBOX,
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  // Browsers need CORS for fonts of another origin. Files need no cookie, so any origin may read them.
  "access-control-allow-origin": "*",
};

interface StoredFile {
  bytes: Uint8Array;
  mime: string;
}

async function answerFile(
  request: Request,
  caching: { etag: string; "cache-control": string },
  read: () => Promise<StoredFile | null>,
): Promise<Response> {
  const headers = { ...FILE_HEADERS, ...caching };
  if (matchesEtag(request.headers.get("if-none-match"), caching.etag))
    return new Response(null, { status: 304, headers });
  const file = await read();
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

const FILE_CREDENTIALS = {
  credentials: ["apiKey", "session", "childApp"],
  scope: "identity:read",
} as const;

/** A file of a version by its address, for callers who can read a brand that published it. */
async function respondByDigest(request: Request, sha256: string, ctx: Ctx): Promise<Response> {
  const isAnonymous = !request.headers.has("authorization");
  let release: (() => Promise<void>) | undefined;
  try {
    if (isAnonymous) await spendBudget(ctx, "lookups");
    else {
      const actor = await authenticate(ctx, FILE_CREDENTIALS, request.headers).catch(async (error: unknown) => {
        if (error instanceof Unauthorized) await countFailedCredential(ctx);
        throw error;
      });
      Object.assign(ctx, { actor });
      ({ release } = await takeFromBudget(ctx, false));
      requireKeyScope(FILE_CREDENTIALS, actor, "forbidden");
    }
    const found = await findPublishedFile(ctx as Ctx<AnonymousActor | VersionReader>, { sha256 }).catch((error) => {
      throw isAnonymous && error instanceof NotFound ? new Forbidden(UNSIGNED) : error;
    });
    const caching = versionHeaders(sha256, isAnonymous ? "public" : "private");
    return await answerFile(request, caching, () => readFile(ctx, found));
  } finally {
    await release?.();
  }
}

async function respond(request: Request, now: Date): Promise<Response> {
  const url = new URL(request.url);
  const ctx = contextOf(await hub(), { actor: { kind: "anonymous" }, now, clientIp: clientIp(request.headers, null) });
  const [, sha256] = /^\/files\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
  if (sha256 && url.search === "") return respondByDigest(request, sha256, ctx);
  const grant = verifyFileUrl({ secret: ctx.secrets.fileUrl, url, now });
  if (!grant) throw new Forbidden(UNSIGNED);
  const { rendition } = grant;
  const caching = {
    "cache-control": `private, max-age=${Math.max(0, Math.floor(grant.expiresAtSeconds - now.getTime() / 1000))}`,
    etag: `"${[grant.sha256, rendition].filter(Boolean).join("-")}"`,
  };
  return answerFile(request, caching, () =>
    rendition ? readRendition(ctx, { ...grant, rendition }) : readFile(ctx, grant),
  );
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
