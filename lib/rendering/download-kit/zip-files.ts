import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { Slots } from "@/lib/contract/slots";
import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { KitFile } from "./kit-file";

const STORED = 0;
const DEFLATED = 8;
const COMPRESSED_ALREADY = /\.(?:png|jpg|webp|woff2|ico)$/;
const SAMPLE_BYTES = 64 * 1024;
/** Keeps a file uncompressed if that saves less than a tenth. */
const WORTH_IT = 0.9;

const deflate = promisify(deflateRaw);
/** One file at a time for all downloads, so that the thread pool stays free for other work. */
const slots = new Slots(1);

async function deflated(bytes: Uint8Array): Promise<Uint8Array | null> {
  // On adversarial files, level 6 takes ten times as long. On others it saves a few per cent.
  const packed = await slots.use(() => deflate(bytes, { level: 1 }));
  return packed.length < bytes.length * WORTH_IT ? packed : null;
}

async function entryOf({ path, bytes }: KitFile, mtime: Date): Promise<{ entry: ZipInputFile; content: Uint8Array }> {
  const isTried = !COMPRESSED_ALREADY.test(path) && (await deflated(bytes.subarray(0, SAMPLE_BYTES)));
  const packed = isTried ? await deflated(bytes) : null;
  const compression = packed ? DEFLATED : STORED;
  return {
    entry: { filename: path, size: bytes.length, crc: crc32(bytes), compression, mtime },
    content: packed ?? bytes,
  };
}

/** Reads a file once the previous one is consumed, so that memory holds only one. */
export function zipFiles(files: AsyncGenerator<KitFile, unknown>, mtime: Date): ReadableStream<Uint8Array> {
  let zip: Zip;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, final) => {
        if (error) return controller.error(error);
        if (chunk.length > 0) controller.enqueue(chunk);
        if (final) controller.close();
      });
    },
    async pull() {
      const { done, value } = await files.next();
      if (done) return zip.end();
      const { entry, content } = await entryOf(value, mtime);
      zip.add(entry);
      entry.ondata?.(null, content as Uint8Array<ArrayBuffer>, true);
    },
    async cancel() {
      await files.return(undefined);
    },
  });
}

function whyNot(error: unknown): string {
  if (error instanceof RateLimited) return "the hub is busy: download the kit again later";
  if (error instanceof BadRequest) return "cannot be drawn";
  log.error({ err: error }, "part of a download kit failed");
  return "something went wrong in the hub: download the kit again later";
}

/** Never rejects: a download has started and continues without this file. `why` is a short reason. */
export async function attempt<Made>(work: () => Promise<Made>): Promise<{ made?: Made; why?: string }> {
  try {
    return { made: await work() };
  } catch (error) {
    return { why: whyNot(error) };
  }
}

export async function* untilFailure<File>(
  name: string,
  part: AsyncGenerator<File, string[]>,
): AsyncGenerator<File, string[]> {
  try {
    return yield* part;
  } catch (error) {
    return [`${name}, missing files: ${whyNot(error)}.`];
  }
}
