import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BadRequest, UnsupportedFile } from "@/lib/platform/errors";
import { JOB_LIMITS, type JobLimits, JobPool, runJob } from "@/lib/platform/jobs/job-pool";
import { ProcessWorker } from "@/lib/platform/jobs/worker";
import { processJobs } from "@/lib/runtime/jobs";
import { sourceFiles } from "../architecture/import-graph";
import { compiledProgram } from "../support/compiled-program";
import { svg } from "../support/files";
import { SYSTEM } from "../support/fixtures";
import type { BadJobs } from "../support/job-process";
import { endlessPdf, pdfPage } from "../support/pdf";

const MB = 1024 * 1024;
let program: string;
beforeAll(async () => {
  program = await compiledProgram('import "./tests/support/job-process.ts";');
});

const pools: { close(): Promise<void> }[] = [];

function badJobs(limits: Partial<JobLimits> = {}): JobPool<BadJobs> {
  const bounded = { ...JOB_LIMITS, ...limits };
  const command = { args: [program], cwd: "." };
  const pool = new JobPool<BadJobs>(() => new ProcessWorker(command, bounded), bounded);
  pools.push(pool);
  return pool;
}

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("a job process", () => {
  it("accepts text and bytes, and passes refusals on unchanged", async () => {
    const pool = badJobs();
    const bytes = Buffer.from([0, 255, 10]);
    const large = Buffer.alloc(200_000, "a picture ");
    for (const input of [
      "",
      bytes,
      Buffer.alloc(0),
      { logos: [{ bytes }, { bytes: large }], photo: bytes, at: new Date(0) },
      bytes,
    ])
      expect(await pool.run("ana", "echo", input)).toEqual(input);
    const run = (name: "refuse" | "fail") =>
      runJob<BadJobs, typeof name>({ actor: SYSTEM, jobs: pool }, name, "Not this.");
    await expect(run("refuse")).rejects.toMatchObject({ message: "Not this.", field: "file" });
    await expect(run("refuse")).rejects.toBeInstanceOf(BadRequest);
    await expect(run("fail")).rejects.not.toBeInstanceOf(BadRequest);
  });

  it("has no access to the hub's environment variables", async () => {
    const known = await badJobs().run("ana", "environment", "");
    expect(known).toContain("NODE_ENV");
    expect(known.filter((name) => /SECRET|TOKEN|URL|KEY/.test(name))).toEqual([]);
  });

  it("is killed and replaced when a job never ends, while another person's job finishes", async () => {
    const pool = badJobs({ deadlineMs: 3_000 });
    // Starts both processes, so no job waits for one.
    await Promise.all(["ana", "mallory"].map((owner) => pool.run(owner, "echo", "first")));
    const order: string[] = [];
    const endless = pool.run("mallory", "spin", "").catch((error: unknown) => {
      order.push("endless");
      return error;
    });
    await pool.run("ana", "echo", "small").then(() => order.push("small"));
    expect(await endless).toBeInstanceOf(UnsupportedFile);
    expect(order).toEqual(["small", "endless"]);
    expect(await pool.run("mallory", "echo", "again")).toBe("again");
  });

  it.each([
    ["too much CPU time", "compute", { cpuMs: 1_500 }],
    ["CPU time that blocks its thread", "spin", { cpuMs: 1_500 }],
    ["too much JavaScript heap", "fillHeap", { heapBytes: 48 * MB }],
    ["too much memory", "fillMemory", { rssBytes: 400 * MB }],
  ] as const)("is killed when a job takes %s, without harm to other jobs", async (_what, job, limits) => {
    const pool = badJobs(limits);
    const costly = pool.run("mallory", job, "").catch((error: unknown) => error);
    expect(await pool.run("ana", "echo", "small")).toBe("small");
    expect(await costly).toMatchObject({
      status: 400,
      message: "This takes too much time or memory to process. Make it simpler or smaller, then try again.",
    });
  });

  it("ends with its pool", async () => {
    const pool = badJobs();
    const pid = await pool.run("ana", "pid", "");
    expect(isAlive(pid)).toBe(true);
    await pool.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe("while several large images are being checked", { tags: ["full"] }, () => {
  const hourMs = 60 * 60_000;
  // No time limit here: the machine may be busy.
  const jobs = processJobs({ ...JOB_LIMITS, waitMs: hourMs, deadlineMs: hourMs });
  afterAll(() => jobs.close());

  it("another person's small SVG waits for none of them", async () => {
    const side = 5_000;
    const noise = { type: "gaussian", mean: 128, sigma: 2 } as const;
    const patch = await sharp({ create: { width: 250, height: 250, channels: 3, background: "#369", noise } })
      .png()
      .toBuffer();
    const large = await sharp({ create: { width: side, height: side, channels: 3, background: "#369" } })
      .composite([{ input: patch, tile: true }])
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
    const done: string[] = [];
    const sent = Array.from({ length: 5 }, (_, index) =>
      jobs.run("mallory", "inspectUpload", large).then(() => done.push(`large ${index}`)),
    );
    const small = await jobs.run("ana", "inspectUpload", Buffer.from(svg('<rect width="9" height="9"/>')));
    expect(small.mime).toBe("image/svg+xml");
    // It has the other worker, so it waits for none of them.
    expect(done.length).toBeLessThan(5);
    await Promise.all(sent);
    expect(done).toHaveLength(5);
  });
});

describe("while a PDF renders endlessly", { tags: ["full"] }, () => {
  const jobs = processJobs({ ...JOB_LIMITS, cpuMs: 5_000 });
  afterAll(() => jobs.close());
  const draw = (owner: string, bytes: Buffer) => jobs.run(owner, "renderFirstPage", { bytes, format: "webp", px: 320 });

  it("another person's PDF finishes, and the endless one is killed and refused", async () => {
    const done: string[] = [];
    const endless = draw("mallory", endlessPdf()).catch((error: unknown) => {
      done.push("endless");
      return error;
    });
    const page = await draw("ana", pdfPage("/MediaBox [0 0 200 100]", ""));
    done.push("small");
    expect(await sharp(Buffer.from(page)).metadata()).toMatchObject({ format: "webp", width: 320, height: 160 });
    expect(await endless).toBeInstanceOf(UnsupportedFile);
    expect(done).toEqual(["small", "endless"]);
  });
});

describe("the process that serves requests", () => {
  /**
   * Its thread pool is shared with Argon2: decoding an image here would delay sign-ins. Each exception has its reason.
   */
  const DECODES_HERE: Record<string, string> = {
    "lib/runtime/jobs.ts": "It names what the other process does.",
    "lib/server/prepare-demo-brand.ts": "The demo's own files, before anybody is answered.",
    "lib/server/cli/import/import-batch.ts": "A command, in a process of its own.",
  };
  const DECODERS =
    /\b(inspectUpload|renderFirstPage|extractPaletteSeed|importBrandFile|sanitiseSvg|reencodePicture)\(|(from |import\()"(sharp|@hyzyla\/pdfium)"/;

  it("never decodes an upload itself", () => {
    const own =
      /^lib\/(content\/(assets\/(inspect|svg|renditions\/render-)|palette\/extract-palette-seed|logos\/(draw-app-icons|rasterise-logo))|brands\/(import-brand-file|website\/read-website)|rendering\/showcase\/(draw-share-image|make-kit|print\/))/;
    const decoding = sourceFiles(["app", "components", "lib"]).filter(
      (file) => !own.test(file) && DECODERS.test(readFileSync(file, "utf8")),
    );
    expect(decoding.filter((file) => !(file in DECODES_HERE))).toEqual([]);
  });
});
