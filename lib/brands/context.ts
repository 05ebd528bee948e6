import type { JobRunner } from "@/lib/jobs";
import type { Actor, Ctx as BaseCtx } from "@/lib/kernel/context";
import type { PublishingJobs, PublishingServices } from "@/lib/publishing/context";
import type { ImportedBrand, WebsiteFindings } from "./index";

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
