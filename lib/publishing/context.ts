import type { BundleCache, ReadMarks } from "@/lib/bundles";
import type { ContentJobs, ContentServices } from "@/lib/content/context";
import type { Comparison, IdentityTexts } from "@/lib/identity";
import type { IntegrationServices } from "@/lib/integrations/context";
import type { JobRunner } from "@/lib/jobs";
import type { Actor, Ctx as BaseCtx } from "@/lib/kernel/context";
import type { LiveBrands } from "@/lib/presence";

/** What this module and those below it have done apart from the process that answers people. */
export type PublishingJobs = ContentJobs & {
  compareDocuments: { input: string; output: Comparison };
};

/** What the verbs of this module use beside `content` and `integrations`. */
export interface PublishingServices extends ContentServices, IntegrationServices {
  bundles: BundleCache;
  identities: IdentityTexts;
  /** What tools have read, noted in the background. */
  readMarks: Pick<ReadMarks, "mark" | "flush">;
  /** The pages of brands that are open and told what changes. */
  live: Pick<LiveBrands, "watch" | "close">;
  jobs: JobRunner<PublishingJobs>;
}

/** The context of this module's verbs. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, PublishingServices {}
