import type { ContentJobs, ContentServices } from "@/lib/content";
import type { IntegrationServices } from "@/lib/integrations";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-runner";
import type { BundleCache } from "./bundles/read-bundle";
import type { ReadMarks } from "./bundles/read-marks";
import type { Comparison } from "./identity/compare-documents";
import type { IdentityTexts } from "./identity/snapshots";
import type { LiveBrands } from "./presence/live-brands";

/** Jobs of this module and of those below it: each runs in a process of its own. */
export type PublishingJobs = ContentJobs & {
  compareDocuments: { input: string; output: Comparison };
};

/** The services of this module, with those of `content` and `integrations`. */
export interface PublishingServices extends ContentServices, IntegrationServices {
  bundles: BundleCache;
  identities: IdentityTexts;
  /** What tools have read, noted in the background. */
  readMarks: Pick<ReadMarks, "mark" | "flush">;
  /** The pages of brands that are open and told what changes. */
  live: Pick<LiveBrands, "watch" | "close">;
  jobs: JobRunner<PublishingJobs>;
}

/** What every function of this module gets first. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, PublishingServices {}
