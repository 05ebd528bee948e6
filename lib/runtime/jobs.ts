import { existsSync } from "node:fs";
import { findWebsiteLinks, importBrandFile, readWebsite } from "@/lib/brands/server";
import {
  checkAgainst,
  deriveLogo,
  drawAppIcons,
  extractPaletteSeed,
  inspectUpload,
  renderFirstPage,
  renderPicture,
} from "@/lib/content/server";
import { JOB_LIMITS, type JobFunctions, type JobLimits, JobPool, type JobRunner } from "@/lib/platform/jobs/job-pool";
import { InlineWorker, ProcessWorker } from "@/lib/platform/jobs/worker";
import { ownFile } from "@/lib/platform/private-file";
import { compareDocuments } from "@/lib/publishing/server";
import type { HubJobs } from "@/lib/rendering";
import { drawBrandBook, drawMockUpPdf, drawShareImage, drawShowcase } from "@/lib/rendering/server";

export const JOBS: JobFunctions<HubJobs> = {
  checkAgainst,
  inspectUpload,
  renderPicture,
  renderFirstPage,
  extractPaletteSeed,
  importBrandFile,
  findWebsiteLinks,
  readWebsite,
  compareDocuments,
  drawShowcase,
  drawMockUpPdf,
  drawShareImage,
  drawBrandBook,
  deriveLogo,
  drawAppIcons,
};

/** The build has a bundled copy; a checkout compiles the source. */
const commandOf = (built: string) => ({
  args: existsSync(built) ? [built] : ["--import", "tsx", ownFile("lib/server/job-process.ts")],
  cwd: ownFile("."),
});

export const processJobs = (limits: JobLimits = JOB_LIMITS): JobRunner<HubJobs> =>
  new JobPool<HubJobs>(() => new ProcessWorker(commandOf(ownFile("job-process.js")), limits), limits);

/** One at a time in this process: for commands, and on Vercel. */
export const inlineJobs = (): JobRunner<HubJobs> =>
  new JobPool<HubJobs>(() => new InlineWorker(JOBS), { ...JOB_LIMITS, workers: 1 });
