import { BRAND_ACTION_KINDS } from "@/lib/access";
import { toErrorResponse } from "@/lib/api/envelope";
import { exportActivity } from "@/lib/brands/server";
import { Unauthorized } from "@/lib/platform/errors";
import { brandPage, currentSession } from "@/lib/web/auth/current-user";
import { exportResponse } from "../../../../export-response";
import { activityExport } from "../../../../page-query";

export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/activity/export");
  const query = activityExport(request.url, BRAND_ACTION_KINDS);
  const pieces = exportActivity(ctx, { ...query, brandId: access.brand.id });
  return exportResponse(ctx, { pieces, name: `${access.brand.slug}-activity`, format: query.format });
}
