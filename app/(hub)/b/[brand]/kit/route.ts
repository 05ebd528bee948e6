import { answerKit } from "@/lib/api/download";
import { toErrorResponse } from "@/lib/api/envelope";
import { Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { openKit } from "@/lib/rendering/server";
import { brandPage, currentSession } from "@/lib/web/auth/current-user";

export async function GET(_request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/kit");
  return answerKit(async () => {
    await spendBudget(ctx, "exports");
    return openKit(ctx, { brandId: access.brand.id });
  });
}
