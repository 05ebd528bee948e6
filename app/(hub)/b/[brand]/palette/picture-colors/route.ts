import { answerPage } from "@/lib/actions/answer-page";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import { routeContext } from "@/lib/auth/route-context";
import { findBrandBySlug } from "@/lib/brands/server";
import { readBody } from "@/lib/http/read-body";
import { NotFound } from "@/lib/kernel/errors";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { readPictureColors } from "@/lib/palette/server";

type RouteContext = { params: Promise<{ brand: string }> };

/** Reads the colours of a picture, sent as the bare body, to regenerate the palette from; the picture is not kept. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "uploads");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("There is no such brand among yours.");
    const bytes = Buffer.from(
      await readBody(request, MAX_UPLOAD_BYTES, {
        tooLarge: `This picture is over ${sizeLimitText(MAX_UPLOAD_BYTES)}.`,
      }),
    );
    return readPictureColors(ctx, { brandId: brand.id, source: { bytes } });
  });
}
