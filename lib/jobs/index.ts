import type { InspectedFile, PictureToRender } from "@/lib/assets";
import type { ImportedBrand, WebsiteFindings } from "@/lib/brands";
import type { Comparison } from "@/lib/identity";
import type { AppIcons, DerivedLogo, IconOrder } from "@/lib/logos";
import type { Swatch } from "@/lib/palette";
import type { BookOrder, MockUpOrder, Order, Showcase } from "@/lib/showcase";

export type JobMap = Record<string, { input: unknown; output: unknown }>;

/** Work on what strangers send. */
export type HubJobs = {
  inspectUpload: { input: Buffer; output: InspectedFile };
  renderPicture: { input: PictureToRender; output: Buffer };
  renderFirstPage: { input: PictureToRender; output: Buffer };
  deriveLogo: { input: Buffer; output: DerivedLogo };
  drawAppIcons: { input: IconOrder; output: AppIcons };
  extractPaletteSeed: { input: Buffer; output: { hex: string; swatches: Swatch[] } };
  readWebsite: { input: string; output: WebsiteFindings };
  importBrandFile: { input: string; output: ImportedBrand };
  compareDocuments: { input: string; output: Comparison };
  drawShowcase: { input: Order; output: Showcase };
  drawMockUpPdf: { input: MockUpOrder; output: Uint8Array };
  drawBrandBook: { input: BookOrder; output: Uint8Array };
  drawShareImage: { input: Order; output: Uint8Array };
};

/** Has jobs done apart from the process that answers people. */
export interface JobRunner<Jobs extends JobMap = HubJobs> {
  /**
   * @param owner whose job it is: owners are served in turn, however much each of them has waiting
   * @throws RateLimited when too much is waiting, of this owner or in all; also while it waits, when others need room and this owner has most
   * @throws BadRequest what the job refuses; also when it takes more time or memory than any job may
   */
  run<Name extends keyof Jobs & string>(
    owner: string,
    name: Name,
    input: Jobs[Name]["input"],
  ): Promise<Jobs[Name]["output"]>;
  waiting?(): number;
  close(): Promise<void>;
}
