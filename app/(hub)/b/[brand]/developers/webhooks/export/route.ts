import { EXPORT_FORMATS } from "@/lib/audit";
import { brandPage } from "@/lib/auth/brand-page";
import { currentSession } from "@/lib/auth/current-user";
import { exportDeliveries } from "@/lib/deliveries/server";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { exportResponse } from "../../../../../export-response";
import { oneOf } from "../../../../../page-query";
import { deliveryQuery } from "../delivery-query";

/** The brand's deliveries as a file, streamed, as CSV unless another format is asked for; for its members. */
export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."));
  const { ctx, access } = await brandPage((await params).brand, "/developers/webhooks/export");
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const format = oneOf(parameters.format, EXPORT_FORMATS) ?? "csv";
  const pieces = exportDeliveries(ctx, { ...deliveryQuery(parameters).wanted, brandId: access.brand.id, format });
  return exportResponse(ctx, { pieces, name: `${access.brand.slug}-deliveries`, format });
}
