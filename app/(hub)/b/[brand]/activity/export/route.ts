import { brandPage } from "@/lib/auth/brand-page";
import { currentSession } from "@/lib/auth/current-user";
import { exportActivity } from "@/lib/brands/server";
import { toErrorResponse } from "@/lib/http/envelope";
import { Unauthorized } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { activityQuery } from "../query";

const encoder = new TextEncoder();

/** The brand's activity as a CSV file, streamed; for its members. */
export async function GET(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  if (!(await currentSession())) return toErrorResponse(new Unauthorized("Sign in to the hub first."), newId());
  const { brand } = await params;
  const { ctx, access } = await brandPage(brand, "/activity/export");
  const query = activityQuery(Object.fromEntries(new URL(request.url).searchParams));
  const lines = exportActivity(ctx, { ...query, brandId: access.brand.id, after: null });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  const name = `${access.brand.slug}-activity-${ctx.now.toISOString().slice(0, 10)}.csv`;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
