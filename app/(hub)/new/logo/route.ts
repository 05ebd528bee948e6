import { answerPage } from "@/lib/actions/answer-page";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import { routeContext } from "@/lib/auth/route-context";
import { readLogo } from "@/lib/brands/server";
import { readBody } from "@/lib/http/read-body";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";

/** Reads a logo, sent as the bare body, that a brand might begin with; it is not kept. */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "uploads");
    const tooLarge = `This picture is over ${sizeLimitText(MAX_UPLOAD_BYTES)}.`;
    return readLogo(ctx, { bytes: Buffer.from(await readBody(request, MAX_UPLOAD_BYTES, { tooLarge })) });
  });
}
