import { anonymousContext } from "@/lib/auth/current-user";
import { answerDrawing } from "@/lib/http/drawing";
import { toErrorResponse } from "@/lib/http/envelope";
import { NotFound } from "@/lib/kernel/errors";
import { findPublicSitter, readShareImage } from "@/lib/showcase/server";

type RouteContext = { params: Promise<{ slug: string }> };

/** The picture that others show beside a link to the public page; ends when that is turned off. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  try {
    const ctx = await anonymousContext(request.headers);
    const sitter = await findPublicSitter(ctx, await params);
    if (!sitter) throw new NotFound("There is no such picture here.");
    return await answerDrawing(request, {
      tag: sitter.tag,
      mime: "image/png",
      draw: () => readShareImage(ctx, sitter),
    });
  } catch (error) {
    return toErrorResponse(error);
  }
}
