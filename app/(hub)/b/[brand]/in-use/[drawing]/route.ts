import { answerDrawing } from "@/lib/api/download";
import { answering } from "@/lib/api/envelope";
import { findBrandBySlug } from "@/lib/brands/server";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { readDrawingName } from "@/lib/rendering";
import { findDraftSource, getVersionSource, readDrawing, readMockUpPdf } from "@/lib/rendering/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { versionNumber } from "../../../../page-query";

type RouteContext = { params: Promise<{ brand: string; drawing: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answering(async () => {
    const session = await currentSession();
    if (!session) throw new Unauthorized("Sign in to the hub first.");
    const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
    const { brand: slug, drawing } = await params;
    const brand = await findBrandBySlug(ctx, { slug });
    const wanted = readDrawingName(drawing);
    if (!brand || !wanted) throw new NotFound("This picture doesn’t exist, or you aren’t a member of the brand.");
    const { searchParams } = new URL(request.url);
    const version = versionNumber(searchParams.get("version") ?? undefined);
    if (version !== undefined) await spendBudget(ctx, "lookups");
    const source =
      version === undefined
        ? await findDraftSource(ctx, { brandId: brand.id, tag: searchParams.get("v") })
        : await getVersionSource(ctx, { brandId: brand.id, version });
    const { tag } = source;
    if (wanted.ending === "svg")
      return answerDrawing(request, { tag, mime: "image/svg+xml", draw: () => readDrawing(ctx, source, wanted) });
    await spendBudget(ctx, "exports");
    return answerDrawing(request, {
      tag,
      mime: "application/pdf",
      draw: () => readMockUpPdf(ctx, source, wanted),
    });
  });
}
