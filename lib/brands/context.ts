import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-runner";
import type { PublishingJobs, PublishingServices } from "@/lib/publishing";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteFindings } from "./website/website-findings";

/** Jobs of this module and of those below it: each runs in a process of its own. */
export type BrandJobs = PublishingJobs & {
  readWebsite: { input: string; output: WebsiteFindings };
  importBrandFile: { input: string; output: ImportedBrand };
};

/** The services of this module, with those of `publishing`. */
export interface BrandServices extends PublishingServices {
  jobs: JobRunner<BrandJobs>;
}

/** What every function of this module gets first. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, BrandServices {}
