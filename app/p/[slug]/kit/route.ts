import { anonymousContext } from "@/lib/auth/current-user";
import { openPublicKit } from "@/lib/download-kit/server";
import { answerKit } from "@/lib/http/download";
import { spendBudget } from "@/lib/limits/server";

/** The download kit of a public page, streamed, for anybody while the page is on. */
export async function GET(_request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  return answerKit(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "exports");
    return openPublicKit(ctx, { slug: (await params).slug });
  });
}
