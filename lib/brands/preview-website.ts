import { runJob } from "@/lib/jobs/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import type { WebsiteFindings } from "./website/website-findings";

/** What a website's HTML and CSS tell of its brand; nothing is fetched or stored. @throws BadRequest (`field: "website"`) where that is nothing */
export async function previewWebsite(ctx: Ctx, { text }: { text: string }): Promise<WebsiteFindings> {
  requireUser(ctx);
  return runJob(ctx, "readWebsite", text);
}
