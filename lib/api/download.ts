import type { DownloadKit } from "@/lib/rendering";
import { toErrorResponse } from "./envelope";

interface Download {
  bytes: Buffer;
  mime: string;
  fileName: string;
}

/** A file name as a header may carry it, in ASCII for old readers and whole for all others (RFC 6266, RFC 8187). */
function disposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/** Answers with a download kit as it is made; a failure before its first byte becomes the envelope. */
export async function answerKit(open: () => Promise<DownloadKit>): Promise<Response> {
  try {
    const { stream, fileName } = await open();
    return new Response(stream, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": disposition(fileName),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    return toErrorResponse(error);
  }
}

/** Answers with a file to keep, never to be shown in the hub's own origin; a failure becomes the envelope. */
export async function answerDownload(find: () => Promise<Download>): Promise<Response> {
  try {
    const { bytes, mime, fileName } = await find();
    return new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": mime,
        "content-length": String(bytes.length),
        "content-disposition": disposition(fileName),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    return toErrorResponse(error);
  }
}
