import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import { Slots } from "@/lib/contract/slots";
import { reasonOf } from "@/lib/platform/describe-error";
import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-runner";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../../context";
import { renditionKey } from "../storage/index";
import { readFile } from "../store-upload";
import { hasPicture, isPdf, measuresOf, RENDITIONS, type Rendition } from "./renditions";

interface RenditionOf {
  brandId: string;
  sha256: string;
  rendition: Rendition;
}

interface Picture {
  bytes: Buffer;
  mime: string;
}

/** Per brand. Leaves jobs for people's own work. */
const AT_ONCE = 2;
const WAITING = 200;
const RETRY_AFTER_SECONDS = 15;
const DIGEST_BYTES = 32;

const lines = new Map<string, { slots: Slots; length: number }>();
const underWay = new Map<string, Promise<Picture | null>>();

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
const MOST_TRIES_COUNTED = 12;

const writeFailure = ({ tries, at }: Failure): Buffer =>
  Buffer.from(`failed ${Math.min(tries, MOST_TRIES_COUNTED)} ${at.getTime()}`);

function readFailure(stored: Buffer | null): Failure | null {
  const [, tries, at] = FAILURE.exec(stored?.toString("latin1", 0, 32) ?? "") ?? [];
  return tries && at ? { tries: Number(tries), at: new Date(Number(at)) } : null;
}

/** Retries after one day, then two, four and so on: the renderer may be fixed, and a damaged file costs little. */
const isDue = ({ tries, at }: Failure, now: Date): boolean => now.getTime() - at.getTime() >= DAY_MS * 2 ** (tries - 1);

async function inLine<Result>(brandId: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(brandId) ?? { slots: new Slots(AT_ONCE), length: 0 };
  if (line.length >= WAITING)
    throw new RateLimited(RETRY_AFTER_SECONDS, "This brand has too many previews to render. Try again in a moment.");
  lines.set(brandId, line);
  line.length += 1;
  try {
    return await line.slots.use(work);
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(brandId);
  }
}

async function findStored({ db }: Ctx, { brandId, sha256 }: RenditionOf): Promise<{ mime: string } | undefined> {
  const own = and(eq(files.brandId, brandId), eq(files.sha256, sha256), isNull(files.removedAt));
  const [file] = await db.select({ mime: files.mime }).from(files).where(own);
  return file;
}

const withoutRendition = (original: Picture): Picture =>
  isPdf(original) ? { ...original, bytes: Buffer.alloc(0) } : original;

/** Deletes the rendition again if its file was removed during the write. */
async function keep(ctx: Ctx, wanted: RenditionOf, stored: Buffer, mime: string): Promise<void> {
  const key = renditionKey(wanted.brandId, wanted.sha256, wanted.rendition);
  try {
    await ctx.storage.put(key, stored, mime);
    if (!(await findStored(ctx, wanted))) await ctx.storage.delete(key);
  } catch (err) {
    const { brandId, sha256 } = wanted;
    log.warn({ reason: reasonOf(err), brandId, sha256 }, "storing a rendition failed");
  }
}

async function make(ctx: Ctx, wanted: RenditionOf, tries: number): Promise<Picture | null> {
  const { brandId, rendition } = wanted;
  const original = await readFile(ctx, wanted);
  if (!original || !hasPicture(original)) return original;
  const { format, px } = measuresOf(rendition);
  const mime = `image/${format}`;
  // Queued per brand, since readers of signed URLs are anonymous.
  const acting: Ctx = { ...ctx, actor: { kind: "system", name: `renditions of ${brandId}` } };
  const job = isPdf(original) ? "renderFirstPage" : "renderPicture";
  const made = await runJob(acting, job, { bytes: original.bytes, format, px }).catch((error: unknown) => {
    if (error instanceof BadRequest) return null;
    throw error;
  });
  const larger = made !== null && format === "webp" && made.length >= original.bytes.length;
  const worse = made === null || (larger && !isPdf(original));
  // Each failed PDF page can take a process a minute, so other sizes aren't tried.
  const settled = made === null && isPdf(original) ? RENDITIONS : [rendition];
  const stored =
    made === null
      ? writeFailure({ tries: tries + 1, at: ctx.now })
      : sealed(worse ? Buffer.alloc(0) : Buffer.from(made));
  await Promise.all(settled.map((one) => keep(ctx, { ...wanted, rendition: one }, stored, mime)));
  return worse ? withoutRendition(original) : { bytes: Buffer.from(made), mime };
}

/**
 * A rendition of a picture or PDF, rendered on first use. Concurrent requests share one job. Gives the original if a
 * picture
 * can't be rendered or wouldn't get smaller, and empty bytes for such a PDF. Null if the brand has no such file.
 * @throws RateLimited when too many renditions of the brand are waiting
 */
export async function readRendition(ctx: Ctx, wanted: RenditionOf): Promise<Picture | null> {
  const { brandId, sha256, rendition } = wanted;
  const stored = await findStored(ctx, wanted);
  if (!stored) return null;
  const key = renditionKey(brandId, sha256, rendition);
  const found = await ctx.storage.read(key);
  const failure = readFailure(found);
  const kept = unsealed(found);
  if (failure && !isDue(failure, ctx.now))
    return isPdf(stored) ? { bytes: Buffer.alloc(0), mime: stored.mime } : readFile(ctx, wanted);
  // Earlier releases noted failed PDFs like this. Try again.
  if (kept?.length === 0 && !isPdf(stored)) return readFile(ctx, wanted);
  if (kept && kept.length > 0) return { bytes: kept, mime: `image/${measuresOf(rendition).format}` };
  const shared =
    underWay.get(key) ??
    inLine(brandId, () => make(ctx, wanted, failure?.tries ?? 0)).finally(() => underWay.delete(key));
  underWay.set(key, shared);
  return shared;
}
