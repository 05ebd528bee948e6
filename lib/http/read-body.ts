import { BadRequest } from "@/lib/errors";

/** How much of an oversize body is read after the answer, so that the caller gets to read it. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function drain(reader: BodyReader, alreadyRead: number): Promise<void> {
  let total = alreadyRead;
  try {
    while (total < DRAIN_LIMIT_BYTES) {
      const { done, value } = await reader.read();
      if (done) return;
      total += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The caller went away: there is nobody left to answer.
  }
}

async function readAtMost(request: Request, limitBytes: number, tooLarge: string): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader() as BodyReader;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (total > limitBytes) {
      void drain(reader, total);
      throw new BadRequest(tooLarge);
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/**
 * Reads a body of at most `limitBytes`, counted while it streams in; whatever it claims to be.
 * @throws BadRequest saying `tooLarge` when it is larger; also when it ends before its time
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  tooLarge = `The body is larger than ${limitBytes / 1024} KB.`,
): Promise<Uint8Array> {
  return readAtMost(request, limitBytes, tooLarge).catch((error) => {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest("The body could not be read to its end.", { cause: error });
  });
}
