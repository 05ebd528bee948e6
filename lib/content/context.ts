import type { AccessServices } from "@/lib/access";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-runner";
import type { InspectedFile } from "./assets/inspect-upload";
import type { PictureToRender } from "./assets/renditions/render-picture";
import type { FileStorage } from "./assets/storage/index";
import type { DerivedLogo } from "./logos/derive-logo";
import type { AppIcons, IconOrder } from "./logos/draw-app-icons";
import type { Swatch } from "./palette/extract-palette-seed";

/** Jobs of this module: each runs in a process of its own. */
export type ContentJobs = {
  inspectUpload: { input: Buffer; output: InspectedFile };
  renderPicture: { input: PictureToRender; output: Buffer };
  renderFirstPage: { input: PictureToRender; output: Buffer };
  deriveLogo: { input: Buffer; output: DerivedLogo };
  drawAppIcons: { input: IconOrder; output: AppIcons };
  extractPaletteSeed: { input: Buffer; output: { hex: string; swatches: Swatch[] } };
};

/** The services of this module, with those of `access`. */
export interface ContentServices extends AccessServices {
  storage: FileStorage;
  /** Where strangers' bytes are decoded and read. */
  jobs: JobRunner<ContentJobs>;
}

/** What every function of this module gets first. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, ContentServices {}
