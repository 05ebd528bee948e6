import { readBody } from "@/lib/api/read-body";
import { readLogo } from "@/lib/brands/server";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import { sizeLimitText } from "@/lib/platform/text";
import { answerPage } from "@/lib/web/actions/form-result";
import { routeContext } from "@/lib/web/auth/current-user";

/** Reads colours from a logo in the raw body. Stores nothing. */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "uploads");
    const tooLarge = `This image is larger than ${sizeLimitText(MAX_UPLOAD_BYTES)}.`;
    return readLogo(ctx, { bytes: Buffer.from(await readBody(request, MAX_UPLOAD_BYTES, { tooLarge })) });
  });
}
