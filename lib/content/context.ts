import type { AccessServices } from "@/lib/access/context";
import type { FileStorage, InspectedFile, PictureToRender } from "@/lib/assets";
import type { JobRunner } from "@/lib/jobs";
import type { Actor, Ctx as BaseCtx } from "@/lib/kernel/context";
import type { AppIcons, DerivedLogo, IconOrder } from "@/lib/logos";
import type { Swatch } from "@/lib/palette";

/** What this module has done apart from the process that answers people. */
export type ContentJobs = {
  inspectUpload: { input: Buffer; output: InspectedFile };
  renderPicture: { input: PictureToRender; output: Buffer };
  renderFirstPage: { input: PictureToRender; output: Buffer };
  deriveLogo: { input: Buffer; output: DerivedLogo };
  drawAppIcons: { input: IconOrder; output: AppIcons };
  extractPaletteSeed: { input: Buffer; output: { hex: string; swatches: Swatch[] } };
};

/** What the verbs of this module use beside `access`. */
export interface ContentServices extends AccessServices {
  storage: FileStorage;
  /** Where strangers' bytes are decoded and read. */
  jobs: JobRunner<ContentJobs>;
}

/** The context of this module's verbs. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, ContentServices {}
