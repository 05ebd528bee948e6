import { EXPORT_FORMATS } from "@/lib/access";
import { toErrorResponse } from "@/lib/api/envelope";
import { exportDeliveries } from "@/lib/integrations/server";
import { Unauthorized } from "@/lib/platform/errors";
import { brandPage, currentSession } from "@/lib/web/auth/current-user";
import { exportResponse } from "../../../../../export-response";
import { oneOf } from "../../../../../page-query";
import { deliveryQuery } from "../delivery-query";

export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/developers/webhooks/export");
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const format = oneOf(parameters.format, EXPORT_FORMATS) ?? "csv";
  const pieces = exportDeliveries(ctx, { ...deliveryQuery(parameters).criteria, brandId: access.brand.id, format });
  return exportResponse(ctx, { pieces, name: `${access.brand.slug}-deliveries`, format });
}
