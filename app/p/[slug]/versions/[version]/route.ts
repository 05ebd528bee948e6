import { answerPublicVersion } from "@/lib/api/download";
import { findPublicVersion } from "@/lib/brands/server";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { anonymousContext } from "@/lib/web/auth/current-user";

type Props = { params: Promise<{ slug: string; version: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerPublicVersion(request, async () => {
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "lookups");
    const { slug, version } = await params;
    const [, number] = /^([1-9][0-9]{0,8})\.json$/.exec(version) ?? [];
    if (!number) throw new NotFound("There is no such version.");
    return findPublicVersion(ctx, { slug, version: Number(number) });
  });
}
