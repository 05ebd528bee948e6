import { brandPage } from "@/lib/auth/brand-page";
import { currentSession } from "@/lib/auth/current-user";
import { openKit } from "@/lib/download-kit/server";
import { answerKit } from "@/lib/http/download";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { spendBudget } from "@/lib/limits/server";

export async function GET(_request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/kit");
  return answerKit(async () => {
    await spendBudget(ctx, "exports");
    return openKit(ctx, { brandId: access.brand.id });
  });
}
