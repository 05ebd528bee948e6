import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { RENDITIONS, thumbnailOf } from "@/lib/content";
import { readView } from "@/lib/content/assets/renditions/renditions";
import { renditionKey } from "@/lib/content/assets/storage/file-storage";
import {
  readRendition,
  removeUnusedFiles,
  renderFirstPage,
  renderPicture,
  signFiles,
  storageKey,
} from "@/lib/content/server";
import { RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import type { HubJobs } from "@/lib/rendering";
import { openTestDatabase } from "../../../support/database";
import { PDF, svg } from "../../../support/files";
import { actingUser, context, createBrandFixture, createUser, NOW, SYSTEM } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";
import { pdfPage } from "../../../support/pdf";

const database = openTestDatabase();

/** Runs both kinds of job and counts them. */
function countingJobs() {
  const jobs = {
    done: 0,
    mostAtOnce: 0,
    now: 0,
    owners: new Set<string>(),
    async run(owner: string, name: string, input: Parameters<typeof renderPicture>[0]) {
      jobs.done += 1;
      jobs.now += 1;
      jobs.mostAtOnce = Math.max(jobs.mostAtOnce, jobs.now);
      jobs.owners.add(owner);
      return (name === "renderFirstPage" ? renderFirstPage : renderPicture)(input).finally(() => {
        jobs.now -= 1;
      });
    },
    close: async () => {},
  };
  return jobs;
}

async function scene(bytes: Buffer, mime = "image/png") {
  const user = await createUser(database.db);
  const { id: brandId } = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
  const storage = memoryStorage();
  const jobs = countingJobs();
  const sha256 = randomBytes(32).toString("hex");
  const row = { id: newId(), brandId, sha256, mime, bytes: bytes.length, createdAt: NOW };
  await database.db.insert(files).values(row);
  await storage.put(storageKey(brandId, sha256), bytes, mime);
  const ctx = context(database.db, actingUser(user), NOW, { storage, jobs: jobs as unknown as JobRunner<HubJobs> });
  return { ctx, brandId, sha256, storage, jobs };
}

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

describe("thumbnailOf", () => {
  const sha256 = "ab".repeat(32);
  const file = { sha256, mime: "image/png", bytes: 4_000_000 };

  it("names the smallest rendition with two pixels per CSS pixel, or the largest one", () => {
    expect(thumbnailOf(file, 32)).toBe(`${sha256}/webp-64`);
    expect(thumbnailOf(file, 33)).toBe(`${sha256}/webp-160`);
    expect(thumbnailOf(file, 160)).toBe(`${sha256}/webp-320`);
    expect(thumbnailOf(file, 5_000)).toBe(`${sha256}/webp-1280`);
  });

  it("names a rendition for PDFs of any size", () => {
    expect(thumbnailOf({ sha256, mime: "application/pdf", bytes: 900 }, 160)).toBe(`${sha256}/webp-320`);
  });

  it("names the file itself if it is small or no picture", () => {
    expect(thumbnailOf({ ...file, bytes: 900 }, 160)).toBe(sha256);
    expect(thumbnailOf({ ...file, mime: "font/woff2" }, 160)).toBe(sha256);
    expect(readView(sha256)).toEqual({ sha256 });
    expect(readView(thumbnailOf(file, 32))).toEqual({ sha256, rendition: "webp-64" });
    for (const view of [`${sha256}/webp-65`, `${sha256}/webp-64/x`, "x/webp-64", `${sha256}/`])
      expect(readView(view), view).toBeNull();
  });
});

describe("renderPicture", () => {
  it("fits a picture into the square without distorting or enlarging it", async () => {
    const sizeOf = async (bytes: Buffer) => {
      const { width, height, format } = await sharp(bytes).metadata();
      return { width, height, format };
    };
    const wide = await noise(400, 200);
    expect(await sizeOf(await renderPicture({ bytes: wide, format: "webp", px: 64 }))).toEqual({
      width: 64,
      height: 32,
      format: "webp",
    });
    expect(await sizeOf(await renderPicture({ bytes: wide, format: "png", px: 1024 }))).toMatchObject({ width: 400 });
  });

  it("draws an SVG at the requested size", async () => {
    const bytes = Buffer.from(svg('<rect width="10" height="10" fill="#0000ff"/>', 'width="10" height="10"'));
    const { width, height, format } = await sharp(await renderPicture({ bytes, format: "png", px: 512 })).metadata();
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: "png" });
  });

  it("refuses anything but pictures", async () => {
    const bytes = Buffer.from("no picture");
    await expect(renderPicture({ bytes, format: "png", px: 64 })).rejects.toMatchObject({ reason: "file_invalid" });
  });
});

describe("readRendition", () => {
  it("renders once for concurrent and later requests, and stores the result", async () => {
    const { ctx, brandId, sha256, storage, jobs } = await scene(await noise(400, 200));
    const wanted = { brandId, sha256, rendition: "webp-160" as const };
    const read = await Promise.all([1, 2, 3].map(() => readRendition(ctx, wanted)));
    read.push(await readRendition(ctx, wanted));
    expect(new Set(read.map((one) => one?.bytes.toString("base64"))).size).toBe(1);
    expect(read[0]?.mime).toBe("image/webp");
    expect(jobs.done).toBe(1);
    expect([...storage.kept.keys()]).toContain(`${brandId}/${sha256}-webp-160`);
  });

  it("renders again if the stored bytes are damaged", async () => {
    const { ctx, brandId, sha256, storage, jobs } = await scene(await noise(400, 200));
    const wanted = { brandId, sha256, rendition: "webp-160" as const };
    const first = await readRendition(ctx, wanted);
    const key = renditionKey(brandId, sha256, "webp-160");
    storage.kept.set(key, storage.kept.get(key)?.subarray(0, 50) ?? Buffer.alloc(0));
    expect((await readRendition(ctx, wanted))?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(jobs.done).toBe(2);
  });

  it("returns the file itself and stops trying if it can't be rendered or wouldn't get smaller", async () => {
    for (const bytes of [Buffer.from("no picture at all"), Buffer.from(svg('<rect width="9" height="9"/>'))]) {
      const { ctx, brandId, sha256, jobs } = await scene(bytes, "image/svg+xml");
      const wanted = { brandId, sha256, rendition: "webp-1280" as const };
      for (const time of [1, 2])
        expect(await readRendition(ctx, wanted), `${time}`).toEqual({ bytes, mime: "image/svg+xml" });
      expect(jobs.done).toBe(1);
    }
  });

  it("returns a PDF's first page in each format, even if larger than the PDF", async () => {
    const bytes = pdfPage("/MediaBox [0 0 200 100]", "1 0 0 rg 0 0 100 100 re f");
    const { ctx, brandId, sha256, storage, jobs } = await scene(bytes, "application/pdf");
    for (const rendition of ["webp-1280", "png-2048", "webp-1280"] as const) {
      const page = await readRendition(ctx, { brandId, sha256, rendition });
      const [format = "", px] = rendition.split("-");
      expect(page?.mime).toBe(`image/${format}`);
      expect(await sharp(page?.bytes).metadata()).toMatchObject({ format, width: Number(px), height: Number(px) / 2 });
    }
    expect(bytes.length).toBeLessThan(storage.kept.get(`${brandId}/${sha256}-webp-1280`)?.length ?? 0);
    expect(jobs.done).toBe(2);
  });

  it("returns no bytes for a PDF without pages and doesn't try other sizes", async () => {
    const { ctx, brandId, sha256, jobs } = await scene(PDF, "application/pdf");
    for (const rendition of ["webp-320", "webp-320", "png-2048"] as const)
      expect(await readRendition(ctx, { brandId, sha256, rendition })).toEqual({
        bytes: Buffer.alloc(0),
        mime: "application/pdf",
      });
    expect(jobs.done).toBe(1);
  });

  it.each([
    ["a PDF without a page", PDF, "application/pdf"],
    ["a file that isn't a picture", Buffer.from("no picture at all"), "image/svg+xml"],
  ])("tries %s again after one day, then two, four and so on", async (_, bytes, mime) => {
    const { ctx, brandId, sha256, jobs } = await scene(bytes, mime);
    const wanted = { brandId, sha256, rendition: "webp-320" as const };
    const readAfter = (hours: number) =>
      readRendition({ ...ctx, now: new Date(NOW.getTime() + hours * 3_600_000) }, wanted);
    const failed = await readAfter(0);
    for (const [hours, tried] of [
      [23, 1],
      [24, 2],
      [71, 2],
      [72, 3],
      [167, 3],
      [168, 4],
    ] as const) {
      expect(await readAfter(hours)).toEqual(failed);
      expect(jobs.done, `${hours} hours`).toBe(tried);
    }
    const years = Array.from({ length: 20 }, (_, year) => (year + 1) * 365 * 24);
    for (const hours of years) await readAfter(hours);
    expect(jobs.done).toBeLessThan(14);
  });

  it("renders every size once the renderer is fixed", async () => {
    const { ctx, brandId, sha256, storage } = await scene(PDF, "application/pdf");
    expect((await readRendition(ctx, { brandId, sha256, rendition: "webp-320" }))?.bytes).toHaveLength(0);
    await storage.put(storageKey(brandId, sha256), pdfPage("/MediaBox [0 0 200 100]", ""), "application/pdf");
    const later = { ...ctx, now: new Date(NOW.getTime() + 24 * 3_600_000) };
    for (const rendition of ["webp-320", "png-256"] as const) {
      expect((await readRendition(ctx, { brandId, sha256, rendition: "webp-64" }))?.bytes).toHaveLength(0);
      expect((await readRendition(later, { brandId, sha256, rendition }))?.bytes.length).toBeGreaterThan(0);
      expect((await readRendition(ctx, { brandId, sha256, rendition }))?.bytes.length).toBeGreaterThan(0);
    }
  });

  it("retries PDFs that an earlier release gave up on", async () => {
    const { ctx, brandId, sha256, storage, jobs } = await scene(PDF, "application/pdf");
    const nothing = createHash("sha256").update("").digest();
    for (const rendition of RENDITIONS)
      await storage.put(renditionKey(brandId, sha256, rendition), nothing, "image/webp");
    for (const rendition of ["webp-320", "webp-64"] as const)
      expect((await readRendition(ctx, { brandId, sha256, rendition }))?.bytes).toHaveLength(0);
    expect(jobs.done).toBe(1);
  });

  it("returns a rendition that could not be stored", async () => {
    const { ctx, brandId, sha256, storage } = await scene(await noise(400, 200));
    storage.put = async () => {
      throw new Error("no room");
    };
    expect(await readRendition(ctx, { brandId, sha256, rendition: "webp-64" })).toMatchObject({ mime: "image/webp" });
  });

  it("is null for a file the brand doesn't have", async () => {
    const { ctx, sha256 } = await scene(await noise(4, 4));
    const other = (await scene(await noise(4, 4))).brandId;
    expect(await readRendition(ctx, { brandId: other, sha256, rendition: "webp-64" })).toBeNull();
  });

  it("renders two at a time per brand and refuses more than 200 queued", async () => {
    const { ctx, brandId, sha256, jobs } = await scene(await noise(400, 200));
    await Promise.all(RENDITIONS.map((rendition) => readRendition(ctx, { brandId, sha256, rendition })));
    expect(jobs).toMatchObject({ done: RENDITIONS.length, mostAtOnce: 2 });
    expect([...jobs.owners]).toEqual([`renditions of ${brandId}`]);

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Stores no rendition, and reading a file waits until the test continues.
    const read = async (key: string) => (/-(?:webp|png)-/.test(key) ? null : held.then(() => null));
    const slow = { ...ctx, storage: { ...ctx.storage, read } };
    const many = Array.from({ length: 23 }, () => randomBytes(32).toString("hex"));
    const row = { brandId, mime: "image/png", bytes: 1, createdAt: NOW };
    await database.db.insert(files).values(many.map((one) => ({ ...row, id: newId(), sha256: one })));
    const asked = many.flatMap((one) => RENDITIONS.map((rendition) => ({ brandId, sha256: one, rendition })));
    const outcomes = asked.map((wanted) =>
      readRendition(slow, wanted).then(
        () => "answered",
        (error: unknown) => error,
      ),
    );
    const refused = await Promise.race(outcomes);
    expect(refused).toBeInstanceOf(RateLimited);
    release();
    const all = await Promise.all(outcomes);
    expect(all.filter((one) => one instanceof RateLimited)).toHaveLength(asked.length - 200);
  });

  it.each([
    ["a picture", () => noise(400, 200), "image/png"],
    ["a PDF", async () => pdfPage("/MediaBox [0 0 200 100]", ""), "application/pdf"],
  ])("is deleted with the file of %s", async (_what, make, mime) => {
    const { ctx, brandId, sha256, storage } = await scene(await make(), mime);
    await readRendition(ctx, { brandId, sha256, rendition: "webp-160" });
    expect(storage.kept.size).toBe(2);
    await database.db.update(files).set({ removedAt: NOW, lookAt: NOW });
    await removeUnusedFiles(context(database.db, SYSTEM, NOW, { storage, clock: async () => NOW }));
    expect(storage.kept.size).toBe(0);
    expect(await readRendition(ctx, { brandId, sha256, rendition: "webp-160" })).toBeNull();
  });
});

it("signs renditions for members like files", async () => {
  const { ctx, brandId, sha256 } = await scene(await noise(4, 4));
  const view = `${sha256}/webp-320`;
  const signed = await signFiles(ctx, { brandId, views: [sha256, view] });
  expect(signed[view]?.path).toContain("&rendition=webp-320&");
  expect(signed[sha256]?.path).not.toContain("rendition");
});
