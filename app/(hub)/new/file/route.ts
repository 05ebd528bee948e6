import type { ImportPreview } from "@/components/new-brand/types";
import { readBody } from "@/lib/api/read-body";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { previewImport } from "@/lib/brands/server";
import { sizeLimitText } from "@/lib/platform/size-text";
import { answerPage } from "@/lib/web/actions/answer-page";
import { routeContext } from "@/lib/web/auth/route-context";

/** Reads a file, sent as the bare body, that a brand might begin with; nothing is stored. A route, since a file is larger than an action takes. */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async (): Promise<ImportPreview> => {
    const ctx = await routeContext(request, "imports");
    const tooLarge = `This file is over ${sizeLimitText(MAX_IMPORT_BYTES)}.`;
    const body = Buffer.from(await readBody(request, MAX_IMPORT_BYTES, { tooLarge }));
    const { document, kind, name, taken, left } = await previewImport(ctx, { text: body.toString() });
    const palette = document.colors.palette.map(({ id, name: label, hex }) => ({ id, name: label, hex }));
    return { kind, name, taken, left, palette };
  });
}
