import type { AccessServices } from "@/lib/access";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import type { InspectedFile } from "./assets/inspect-upload";
import type { PictureToRender } from "./assets/renditions/render-picture";
import type { FileStorage } from "./assets/storage/file-storage";
import type { Checked, CheckInput } from "./check/check-content";
import type { DerivedLogo } from "./logos/derive-logo";
import type { AppIcons, IconInput } from "./logos/draw-app-icons";
import type { Swatch } from "./palette/extract-palette-seed";

/** Each job runs in a separate process. */
export type ContentJobs = {
  checkAgainst: { input: { version: string; input: CheckInput }; output: Checked };
  inspectUpload: { input: Buffer; output: InspectedFile };
  renderPicture: { input: PictureToRender; output: Buffer };
  renderFirstPage: { input: PictureToRender; output: Buffer };
  deriveLogo: { input: Buffer; output: DerivedLogo };
  drawAppIcons: { input: IconInput; output: AppIcons };
  extractPaletteSeed: { input: Buffer; output: { hex: string; swatches: Swatch[] } };
};

export interface ContentServices extends AccessServices {
  storage: FileStorage;
  jobs: JobRunner<ContentJobs>;
}

export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, ContentServices {}
