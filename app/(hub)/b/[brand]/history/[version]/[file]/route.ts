import { answerVersion, formatResponse, versionResponse } from "@/lib/api/download";
import { findBrandBySlug } from "@/lib/brands/server";
import { VERSION_FORMATS } from "@/lib/contract";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { findVersion, requireVersionReader } from "@/lib/publishing/server";
import { findFormat } from "@/lib/rendering/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { versionNumber } from "../../../../../page-query";

type RouteContext = { params: Promise<{ brand: string; version: string; file: string }> };

/** `version.json` is the version itself, any other file a format. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return answerVersion(request, async () => {
    const session = await currentSession();
    if (!session) throw new Unauthorized("Sign in to the hub first.");
    const ctx = { ...(await anonymousContext(request.headers)), actor: session.actor };
    await spendBudget(ctx, "lookups");
    const { brand: slug, version: text, file } = await params;
    const brand = await findBrandBySlug(ctx, { slug });
    const version = versionNumber(text);
    const format = VERSION_FORMATS.find((known) => known === file);
    if (!brand || version === undefined || (!format && file !== "version.json"))
      throw new NotFound("This file doesn’t exist, or you aren’t a member of the brand.");
    const key = { brandId: await requireVersionReader(ctx, { brandId: brand.id }), version };
    return format
      ? formatResponse(await findFormat(ctx, { ...key, format }), "private")
      : versionResponse(await findVersion(ctx, key), "private");
  });
}
