import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-runner";
import type { PublishingJobs, PublishingServices } from "@/lib/publishing";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteFindings } from "./website/website-findings";

export type BrandJobs = PublishingJobs & {
  readWebsite: { input: string; output: WebsiteFindings };
  importBrandFile: { input: string; output: ImportedBrand };
};

export interface BrandServices extends PublishingServices {
  jobs: JobRunner<BrandJobs>;
}

/** The first parameter of each use case. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, BrandServices {}
