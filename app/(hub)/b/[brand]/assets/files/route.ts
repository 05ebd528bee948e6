import { answerKit } from "@/lib/api/download";
import { readBody } from "@/lib/api/read-body";
import { findBrandBySlug } from "@/lib/brands/server";
import { NotFound } from "@/lib/platform/errors";
import { openAssets } from "@/lib/rendering/server";
import { routeContext } from "@/lib/web/auth/route-context";

type RouteContext = { params: Promise<{ brand: string }> };

/** Room for a form that names every asset that a brand may have. */
const MAX_FORM_BYTES = 64 * 1024;

/** The files of the draft's assets that the form names (`asset`, once for each), as one ZIP; a form, since an address has no room for so many. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return answerKit(async () => {
    const ctx = await routeContext(request, "exports");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("There is no such brand among yours.");
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, MAX_FORM_BYTES)));
    return openAssets(ctx, { brandId: brand.id, assetIds: new Set(form.getAll("asset")) });
  });
}
