import { answerDrawing } from "@/lib/api/download";
import { answering } from "@/lib/api/envelope";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { readDrawingName } from "@/lib/rendering";
import { findPublicSource, readDrawing } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

type RouteContext = { params: Promise<{ slug: string; drawing: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answering(async () => {
    const { slug, drawing } = await params;
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "lookups");
    const source = await findPublicSource(ctx, {
      slug,
      lang: new URL(request.url).searchParams.get("lang") ?? undefined,
    });
    const wanted = readDrawingName(drawing);
    if (!source || wanted?.ending !== "svg") throw new NotFound("This picture doesn’t exist or is no longer public.");
    const draw = () => readDrawing(ctx, source, wanted);
    return answerDrawing(request, { tag: source.tag, mime: "image/svg+xml", draw });
  });
}
