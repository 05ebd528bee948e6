import { answerKit } from "@/lib/api/download";
import { readBody } from "@/lib/api/read-body";
import { findBrandBySlug } from "@/lib/brands/server";
import { NotFound } from "@/lib/platform/errors";
import { openAssets } from "@/lib/rendering/server";
import { routeContext } from "@/lib/web/auth/current-user";

/** Fits a form that names every asset a brand can have. */
const MAX_FORM_BYTES = 64 * 1024;

/** Downloads the draft's assets named by `asset` fields as one ZIP. POST, because a URL can't hold that many ids. */
export async function POST(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  return answerKit(async () => {
    const ctx = await routeContext(request, "exports");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, MAX_FORM_BYTES)));
    return openAssets(ctx, { brandId: brand.id, assetIds: new Set(form.getAll("asset")) });
  });
}
