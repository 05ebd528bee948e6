import { answerKit } from "@/lib/api/download";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { openPublicKit } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

export async function GET(_request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  return answerKit(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "exports");
    return openPublicKit(ctx, { slug: (await params).slug });
  });
}
