import type { ImportPreview } from "@/components/new-brand/types";
import { readBody } from "@/lib/api/read-body";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { previewImport } from "@/lib/brands/server";
import { sizeLimitText } from "@/lib/platform/text";
import { answerPage } from "@/lib/web/actions/form-result";
import { routeContext } from "@/lib/web/auth/current-user";

/**
 * Previews an import file from the raw body. Stores nothing. A route, because files exceed the limit of server
 * actions.
 */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async (): Promise<ImportPreview> => {
    const ctx = await routeContext(request, "imports");
    const tooLarge = `This file is larger than ${sizeLimitText(MAX_IMPORT_BYTES)}.`;
    const body = Buffer.from(await readBody(request, MAX_IMPORT_BYTES, { tooLarge }));
    const { document, kind, name, taken, left } = await previewImport(ctx, { text: body.toString() });
    const palette = document.colors.palette.map(({ id, name: label, hex }) => ({ id, name: label, hex }));
    return { kind, name, taken, left, palette };
  });
}
