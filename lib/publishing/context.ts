import type { ContentJobs, ContentServices } from "@/lib/content";
import type { IntegrationServices } from "@/lib/integrations";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import type { BundleCache } from "./bundles/read-bundle";
import type { ReadMarks } from "./bundles/read-marks";
import type { Comparison } from "./identity/compare-documents";
import type { IdentityTexts } from "./identity/list-versions";
import type { LiveBrands } from "./presence/live-brands";
import type { VersionCache } from "./versions/read-version";

export type PublishingJobs = ContentJobs & {
  compareDocuments: { input: string; output: Comparison };
};

export interface PublishingServices extends ContentServices, IntegrationServices {
  bundles: BundleCache;
  identities: IdentityTexts;
  versions: VersionCache;
  readMarks: Pick<ReadMarks, "mark" | "flush">;
  live: Pick<LiveBrands, "watch" | "close">;
  jobs: JobRunner<PublishingJobs>;
}

/** The first parameter of each use case. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, PublishingServices {}
