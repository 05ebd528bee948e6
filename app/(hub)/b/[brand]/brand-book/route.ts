import { answerDownload } from "@/lib/api/download";
import { findBrandBySlug } from "@/lib/brands/server";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { readBrandBook } from "@/lib/rendering/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";

export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  return answerDownload(async () => {
    const session = await currentSession();
    if (!session) throw new Unauthorized("Sign in to the hub first.");
    const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
    await spendBudget(ctx, "exports");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
    const lang = new URL(request.url).searchParams.get("lang") ?? undefined;
    const { bytes, fileName } = await readBrandBook(ctx, { brandId: brand.id, lang });
    return { bytes: Buffer.from(bytes), mime: "application/pdf", fileName };
  });
}
