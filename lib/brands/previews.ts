import { requireUser } from "@/lib/platform/context";
import { runJob } from "@/lib/platform/jobs/run-job";
import type { Ctx } from "./context";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteFindings } from "./website/website-findings";

/** What a website's HTML and CSS tell of its brand; nothing is fetched or stored. @throws BadRequest (`field: "website"`) where that is nothing */
export async function previewWebsite(ctx: Ctx, { text }: { text: string }): Promise<WebsiteFindings> {
  requireUser(ctx);
  return runJob(ctx, "readWebsite", text);
}

/** What a file would give for a new brand; nothing is stored. @throws BadRequest (`field: "file"`) saying what the file is, when it is none to start from */
export async function previewImport(ctx: Ctx, { text }: { text: string }): Promise<ImportedBrand> {
  requireUser(ctx);
  return runJob(ctx, "importBrandFile", text);
}
