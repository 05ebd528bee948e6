import { answerDrawing } from "@/lib/api/download";
import { answering } from "@/lib/api/envelope";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { findPublicSource, readShareImage } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  return answering(async () => {
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "lookups");
    const source = await findPublicSource(ctx, await params);
    if (!source) throw new NotFound("This picture doesn’t exist or is no longer public.");
    return answerDrawing(request, {
      tag: source.tag,
      mime: "image/png",
      draw: () => readShareImage(ctx, source),
    });
  });
}
