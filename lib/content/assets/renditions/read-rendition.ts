import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import { Slots } from "@/lib/contract/slots";
import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { log, reasonOf } from "@/lib/platform/log";
import type { Ctx } from "../../context";
import { readFile } from "../file-store";
import { renditionKey } from "../storage/file-storage";
import { hasPicture, isPdf, parseRendition, RENDITIONS, type Rendition } from "./renditions";

interface RenditionRequest {
  brandId: string;
  sha256: string;
  rendition: Rendition;
}

interface Picture {
  bytes: Buffer;
  mime: string;
}

/** Per brand. Leaves jobs for people's own work. */
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 200;
const RETRY_AFTER_SECONDS = 15;
const DIGEST_BYTES = 32;

const queues = new Map<string, { slots: Slots; length: number }>();
const pending = new Map<string, Promise<Picture | null>>();

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** Prefixed with its own digest, since the key has the original's. Empty bytes mean "use the original". */
const sealed = (bytes: Buffer) => Buffer.concat([digestOf(bytes), bytes]);

function unsealed(stored: Buffer | null): Buffer | null {
  const bytes = stored?.subarray(DIGEST_BYTES);
  return stored && bytes && stored.subarray(0, DIGEST_BYTES).equals(digestOf(bytes)) ? bytes : null;
}

/** Stored instead of a failed rendition. Earlier releases ignore it, because it is unsealed. */
interface Failure {
  tries: number;
  at: Date;
}

const FAILURE = /^failed (\d{1,2}) (\d{1,13})$/;
const DAY_MS = 24 * 60 * 60_000;
const MAX_COUNTED_TRIES = 12;

const writeFailure = ({ tries, at }: Failure): Buffer =>
  Buffer.from(`failed ${Math.min(tries, MAX_COUNTED_TRIES)} ${at.getTime()}`);

function readFailure(stored: Buffer | null): Failure | null {
  const [, tries, at] = FAILURE.exec(stored?.toString("latin1", 0, 32) ?? "") ?? [];
  return tries && at ? { tries: Number(tries), at: new Date(Number(at)) } : null;
}

/** Retries after one day, then two, four and so on: the renderer may be fixed, and a damaged file costs little. */
const isDue = ({ tries, at }: Failure, now: Date): boolean => now.getTime() - at.getTime() >= DAY_MS * 2 ** (tries - 1);

async function enqueue<Result>(brandId: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(brandId) ?? { slots: new Slots(MAX_CONCURRENT), length: 0 };
  if (queue.length >= MAX_QUEUED)
    throw new RateLimited(RETRY_AFTER_SECONDS, "This brand has too many previews to render. Try again in a moment.");
  queues.set(brandId, queue);
  queue.length += 1;
  try {
    return await queue.slots.use(work);
  } finally {
    queue.length -= 1;
    if (queue.length === 0) queues.delete(brandId);
  }
}

async function findStored({ db }: Ctx, { brandId, sha256 }: RenditionRequest): Promise<{ mime: string } | undefined> {
  const own = and(eq(files.brandId, brandId), eq(files.sha256, sha256), isNull(files.removedAt));
  const [file] = await db.select({ mime: files.mime }).from(files).where(own);
  return file;
}

const withoutRendition = (original: Picture): Picture =>
  isPdf(original) ? { ...original, bytes: Buffer.alloc(0) } : original;

/** Deletes the rendition again if its file was removed during the write. */
async function storeRendition(ctx: Ctx, request: RenditionRequest, stored: Buffer, mime: string): Promise<void> {
  const key = renditionKey(request.brandId, request.sha256, request.rendition);
  try {
    await ctx.storage.put(key, stored, mime);
    if (!(await findStored(ctx, request))) await ctx.storage.delete(key);
  } catch (err) {
    const { brandId, sha256 } = request;
    log.warn({ reason: reasonOf(err), brandId, sha256 }, "storing a rendition failed");
  }
}

async function render(ctx: Ctx, request: RenditionRequest, tries: number): Promise<Picture | null> {
  const { brandId, rendition } = request;
  const original = await readFile(ctx, request);
  if (!original || !hasPicture(original)) return original;
  const { format, px } = parseRendition(rendition);
  const mime = `image/${format}`;
  // Queued per brand, since readers of signed URLs are anonymous.
  const acting: Ctx = { ...ctx, actor: { kind: "system", name: `renditions of ${brandId}` } };
  const job = isPdf(original) ? "renderFirstPage" : "renderPicture";
  const rendered = await runJob(acting, job, { bytes: original.bytes, format, px }).catch((error: unknown) => {
    if (error instanceof BadRequest) return null;
    throw error;
  });
  const larger = rendered !== null && format === "webp" && rendered.length >= original.bytes.length;
  const worse = rendered === null || (larger && !isPdf(original));
  // Each failed PDF page can take a process a minute, so other sizes aren't tried.
  const settled = rendered === null && isPdf(original) ? RENDITIONS : [rendition];
  const stored =
    rendered === null
      ? writeFailure({ tries: tries + 1, at: ctx.now })
      : sealed(worse ? Buffer.alloc(0) : Buffer.from(rendered));
  await Promise.all(settled.map((one) => storeRendition(ctx, { ...request, rendition: one }, stored, mime)));
  return worse ? withoutRendition(original) : { bytes: Buffer.from(rendered), mime };
}

/**
 * A rendition of a picture or PDF, rendered on first use. Concurrent requests share one job. Gives the original if a
 * picture can't be rendered or wouldn't get smaller, and empty bytes for such a PDF. Null if the brand has no such
 * file.
 * @throws RateLimited when too many renditions of the brand are waiting
 */
export async function readRendition(ctx: Ctx, request: RenditionRequest): Promise<Picture | null> {
  const { brandId, sha256, rendition } = request;
  const stored = await findStored(ctx, request);
  if (!stored) return null;
  const key = renditionKey(brandId, sha256, rendition);
  const bytes = await ctx.storage.read(key);
  const failure = readFailure(bytes);
  const kept = unsealed(bytes);
  if (failure && !isDue(failure, ctx.now))
    return isPdf(stored) ? { bytes: Buffer.alloc(0), mime: stored.mime } : readFile(ctx, request);
  // Earlier releases noted failed PDFs like this. Try again.
  if (kept?.length === 0 && !isPdf(stored)) return readFile(ctx, request);
  if (kept && kept.length > 0) return { bytes: kept, mime: `image/${parseRendition(rendition).format}` };
  const shared =
    pending.get(key) ??
    enqueue(brandId, () => render(ctx, request, failure?.tries ?? 0)).finally(() => pending.delete(key));
  pending.set(key, shared);
  return shared;
}
