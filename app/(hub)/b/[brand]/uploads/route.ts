import { answerPage } from "@/lib/actions/answer-page";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import { signFilePath, storeUpload } from "@/lib/assets/server";
import { routeContext } from "@/lib/auth/route-context";
import { findBrandBySlug } from "@/lib/brands/server";
import { readBody } from "@/lib/http/read-body";
import { NotFound } from "@/lib/kernel/errors";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";

type RouteContext = { params: Promise<{ brand: string }> };

/** Stores one file for the brand, sent as the bare body, for a draft to name; a route, because only those show the progress of an upload. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "uploads");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("There is no such brand among yours.");
    const bytes = Buffer.from(
      await readBody(request, MAX_UPLOAD_BYTES, { tooLarge: `This file is over ${sizeLimitText(MAX_UPLOAD_BYTES)}.` }),
    );
    const { file, report, font } = await storeUpload(ctx, { brandId: brand.id, bytes });
    return { file, report, font, signedUrl: signFilePath(ctx, { brandId: brand.id, sha256: file.sha256 }) };
  });
}
