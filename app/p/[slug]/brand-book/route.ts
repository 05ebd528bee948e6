import { answerDownload } from "@/lib/api/download";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { readPublicBrandBook } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  return answerDownload(async () => {
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "exports");
    const lang = new URL(request.url).searchParams.get("lang") ?? undefined;
    const book = await readPublicBrandBook(ctx, { ...(await params), lang });
    if (!book) throw new NotFound("This brand book doesn’t exist or is no longer public.");
    return { bytes: Buffer.from(book.bytes), mime: "application/pdf", fileName: book.fileName };
  });
}
