import { existsSync } from "node:fs";
import { inspectUpload, renderFirstPage, renderPicture } from "@/lib/assets/server";
import { importBrandFile, readWebsite } from "@/lib/brands/server";
import { compareDocuments } from "@/lib/identity/server";
import type { JobRunner } from "@/lib/jobs";
import { InlineWorker, JOB_LIMITS, type JobFunctions, type JobLimits, JobPool, ProcessWorker } from "@/lib/jobs/server";
import { ownFile } from "@/lib/kernel/own-files";
import { deriveLogo, drawAppIcons } from "@/lib/logos/server";
import { extractPaletteSeed } from "@/lib/palette/server";
import type { HubJobs } from "@/lib/rendering/context";
import { drawBrandBook, drawMockUpPdf, drawShareImage, drawShowcase } from "@/lib/showcase/server";

/** The one list of what is done apart from the process that answers people. */
export const JOBS: JobFunctions<HubJobs> = {
  inspectUpload,
  renderPicture,
  renderFirstPage,
  extractPaletteSeed,
  importBrandFile,
  readWebsite,
  compareDocuments,
  drawShowcase,
  drawMockUpPdf,
  drawShareImage,
  drawBrandBook,
  deriveLogo,
  drawAppIcons,
};

/** Beside the built server lies the same, bundled; from a checkout it is compiled on the way. */
const commandOf = (built: string) => ({
  args: existsSync(built) ? [built] : ["--import", "tsx", ownFile("lib/server/job-process.ts")],
  cwd: ownFile("."),
});

/** Does jobs in processes of their own, started when there is work. */
export const processJobs = (limits: JobLimits = JOB_LIMITS): JobRunner<HubJobs> =>
  new JobPool<HubJobs>(() => new ProcessWorker(commandOf(ownFile("job-process.js")), limits), limits);

/** Does jobs within this process, one at a time by the same queue: for commands, and where a host gives a request one process (Vercel). */
export const inlineJobs = (): JobRunner<HubJobs> =>
  new JobPool<HubJobs>(() => new InlineWorker(JOBS), { ...JOB_LIMITS, quickMs: JOB_LIMITS.deadlineMs });
