import { BRAND_ACTION_KINDS } from "@/lib/audit";
import { brandPage } from "@/lib/auth/brand-page";
import { currentSession } from "@/lib/auth/current-user";
import { exportActivity } from "@/lib/brands/server";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { activityExport } from "../../../../activity-query";
import { exportResponse } from "../../../../export-response";

export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/activity/export");
  const query = activityExport(request.url, BRAND_ACTION_KINDS);
  const pieces = exportActivity(ctx, { ...query, brandId: access.brand.id });
  return exportResponse(ctx, { pieces, name: `${access.brand.slug}-activity`, format: query.format });
}
