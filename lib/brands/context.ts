import type { Network } from "@/lib/integrations";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import type { PublishingJobs, PublishingServices } from "@/lib/publishing";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteLink } from "./website/scan-page";
import type { WebsiteFindings } from "./website/website-findings";

export type BrandJobs = PublishingJobs & {
  findWebsiteLinks: { input: { html: string; url: string }; output: WebsiteLink[] };
  readWebsite: { input: string; output: WebsiteFindings };
  importBrandFile: { input: string; output: ImportedBrand };
};

export interface BrandServices extends PublishingServices {
  jobs: JobRunner<BrandJobs>;
  /** Where websites are fetched from. Null if the operator turned that off. */
  websites: Network | null;
}

/** The first parameter of each use case. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, BrandServices {}
