import { answerDownload } from "@/lib/api/download";
import { findBrandBySlug } from "@/lib/brands/server";
import { identityOf } from "@/lib/content";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { publishedJson } from "@/lib/publishing";
import { getVersion } from "@/lib/publishing/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { versionNumber } from "../../../../../page-query";

type RouteContext = { params: Promise<{ brand: string; version: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answerDownload(async () => {
    const session = await currentSession();
    if (!session) throw new Unauthorized("Sign in to the hub first.");
    const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
    await spendBudget(ctx, "exports");
    const { brand: slug, version: text } = await params;
    const brand = await findBrandBySlug(ctx, { slug });
    const version = versionNumber(text);
    if (!brand || version === undefined)
      throw new NotFound("This version doesn’t exist, or you aren’t a member of the brand.");
    const { snapshot } = await getVersion(ctx, { brandId: brand.id, version });
    const published = publishedJson({ ...snapshot, identity: identityOf(snapshot) });
    return {
      bytes: Buffer.from(JSON.stringify(published, null, 2)),
      mime: "application/json",
      fileName: `${slug}-version-${version}.json`,
    };
  });
}
