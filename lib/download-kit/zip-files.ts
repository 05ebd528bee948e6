import { Zip, ZipDeflate } from "fflate";
import type { KitFile } from "./kit-file";

/** What is packed already gains nothing by being packed again. */
const PACKED = /\.(?:png|jpg|webp|woff2|ico)$/;

/** The files as one ZIP, each read once the reader has taken the one before: no more than one is in memory. */
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
      const entry = new ZipDeflate(value.path, { level: PACKED.test(value.path) ? 0 : 6 });
      entry.mtime = mtime;
      zip.add(entry);
      entry.push(value.bytes, true);
    },
    async cancel() {
      await files.return(undefined);
    },
  });
}
