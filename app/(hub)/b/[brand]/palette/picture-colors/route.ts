import { readBody } from "@/lib/api/read-body";
import { findBrandBySlug } from "@/lib/brands/server";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import { readPictureColors } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { sizeLimitText } from "@/lib/platform/text";
import { answerPage } from "@/lib/web/actions/form-result";
import { routeContext } from "@/lib/web/auth/current-user";

/** Returns the colours of a picture sent as the raw request body. The picture is not stored. */
export async function POST(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "uploads");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
    const bytes = Buffer.from(
      await readBody(request, MAX_UPLOAD_BYTES, {
        tooLarge: `This picture is over ${sizeLimitText(MAX_UPLOAD_BYTES)}.`,
      }),
    );
    return readPictureColors(ctx, { brandId: brand.id, source: { bytes } });
  });
}
