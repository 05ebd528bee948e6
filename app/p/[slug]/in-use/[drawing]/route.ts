import { anonymousContext } from "@/lib/auth/current-user";
import { answerDrawing } from "@/lib/http/drawing";
import { toErrorResponse } from "@/lib/http/envelope";
import { NotFound } from "@/lib/kernel/errors";
import { readDrawingName } from "@/lib/showcase";
import { findPublicSitter, readDrawing } from "@/lib/showcase/server";

type RouteContext = { params: Promise<{ slug: string; drawing: string }> };

/** A picture of a brand in use on its public page, in the language that `lang` asks for; ends when that is turned off. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  try {
    const { slug, drawing } = await params;
    const ctx = await anonymousContext(request.headers);
    const sitter = await findPublicSitter(ctx, {
      slug,
      lang: new URL(request.url).searchParams.get("lang") ?? undefined,
    });
    const wanted = readDrawingName(drawing);
    if (!sitter || wanted?.ending !== "svg") throw new NotFound("There is no such picture here.");
    const draw = () => readDrawing(ctx, sitter, wanted);
    return await answerDrawing(request, { tag: sitter.tag, mime: "image/svg+xml", draw });
  } catch (error) {
    return toErrorResponse(error);
  }
}
