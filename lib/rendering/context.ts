import type { BrandJobs, BrandServices } from "@/lib/brands";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import type { Showcase } from "./showcase/draw-showcase";
import type { BookOrder, MockUpOrder, Order } from "./showcase/order";

export type HubJobs = BrandJobs & {
  drawShowcase: { input: Order; output: Showcase };
  drawMockUpPdf: { input: MockUpOrder; output: Uint8Array };
  drawBrandBook: { input: BookOrder; output: Uint8Array };
  drawShareImage: { input: Order; output: Uint8Array };
};

export interface RenderingServices extends BrandServices {
  jobs: JobRunner<HubJobs>;
}

/** The first parameter of each use case. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, RenderingServices {}
