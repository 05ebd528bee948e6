import type { ExportFormat } from "@/lib/access";
import { whileSignedIn } from "@/lib/access/server";
import { toErrorResponse } from "@/lib/api/envelope";
import { spendBudget } from "@/lib/platform/limits/budgets";
import type { Ctx } from "@/lib/runtime/context";

const encoder = new TextEncoder();

type FileFormat = ExportFormat | "json";

const TYPES: Record<FileFormat, string> = { csv: "text/csv", jsonl: "application/jsonl", json: "application/json" };

interface StreamedFile {
  pieces: AsyncGenerator<string>;
  /** Without date and extension. */
  name: string;
  format: FileFormat;
}

/** Streams an export as a file, or responds with an error if the user's export limit is reached. */
export async function exportResponse(ctx: Ctx, file: StreamedFile): Promise<Response> {
  try {
    await spendBudget(ctx, "exports");
  } catch (error) {
    return toErrorResponse(error);
  }
  return fileResponse(ctx, file);
}

/** Streams a file at the browser's pace, and stops if the session ends. */
export function fileResponse(ctx: Ctx, { pieces: all, name, format }: StreamedFile): Response {
  const pieces = whileSignedIn(ctx, all);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": `${TYPES[format]}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}-${ctx.now.toISOString().slice(0, 10)}.${format}"`,
      "cache-control": "no-store",
    },
  });
}
