import { answerDrawing } from "@/lib/api/download";
import { toErrorResponse } from "@/lib/api/envelope";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { findPublicSource, readShareImage } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

type RouteContext = { params: Promise<{ slug: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  try {
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "lookups");
    const source = await findPublicSource(ctx, await params);
    if (!source) throw new NotFound("This picture doesn’t exist or is no longer public.");
    return await answerDrawing(request, {
      tag: source.tag,
      mime: "image/png",
      draw: () => readShareImage(ctx, source),
    });
  } catch (error) {
    return toErrorResponse(error);
  }
}
