import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-runner";
import type { PublishingJobs, PublishingServices } from "@/lib/publishing";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteFindings } from "./website/website-findings";

/** What this module and those below it have done apart from the process that answers people. */
export type BrandJobs = PublishingJobs & {
  readWebsite: { input: string; output: WebsiteFindings };
  importBrandFile: { input: string; output: ImportedBrand };
};

/** What the verbs of this module use beside `publishing`. */
export interface BrandServices extends PublishingServices {
  jobs: JobRunner<BrandJobs>;
}

/** The context of this module's verbs. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, BrandServices {}
