import { DefaultDeserializer, DefaultSerializer } from "node:v8";
import { BadRequest, UnsupportedFile, type UnsupportedFileReason } from "../errors";

export interface JobOrder {
  name: string;
  input: unknown;
}

/** An order without the bytes of its files, which follow on standard input: so large ones hold up nobody whom the sender answers. */
export interface SentOrder {
  head: Buffer;
  byteLength: number;
}

class OrderSerializer extends DefaultSerializer {
  readonly files: Uint8Array[] = [];
  byteLength = 0;

  _writeHostObject(bytes: Uint8Array): void {
    this.files.push(bytes);
    this.writeUint32(bytes.byteLength);
    this.byteLength += bytes.byteLength;
  }
}

class OrderDeserializer extends DefaultDeserializer {
  files: Buffer = Buffer.alloc(0);

  _readHostObject(): Buffer {
    const length = this.readUint32();
    const bytes = this.files.subarray(0, length);
    this.files = this.files.subarray(length);
    return bytes;
  }
}

export function packOrder(order: JobOrder): SentOrder & { files: readonly Uint8Array[] } {
  const serializer = new OrderSerializer();
  serializer.writeHeader();
  serializer.writeValue(order);
  const { files, byteLength } = serializer;
  return { head: serializer.releaseBuffer(), files, byteLength };
}

export function unpackOrder({ head }: SentOrder, files: Buffer): JobOrder {
  const deserializer = new OrderDeserializer(head);
  deserializer.files = files;
  deserializer.readHeader();
  return deserializer.readValue();
}

/** What that process answers: that it listens, that a job takes long, and what became of it. */
export type JobNews =
  | { kind: "ready" }
  | { kind: "slow" }
  | { kind: "done"; output: unknown }
  | { kind: "refused"; message: string; field?: string; reason?: UnsupportedFileReason }
  | { kind: "failed"; stack: string };

/** A failure as it crosses from one process to the other: a refusal stays one, with its sentence, and nothing else is told to people. */
export function toNews(error: unknown): JobNews {
  if (error instanceof UnsupportedFile) return { kind: "refused", message: error.message, reason: error.reason };
  if (error instanceof BadRequest) return { kind: "refused", message: error.message, field: error.field };
  return { kind: "failed", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** What a job gave, on the other side. @throws what it threw */
export function outputOf(news: Exclude<JobNews, { kind: "ready" | "slow" }>): unknown {
  if (news.kind === "done") return news.output;
  if (news.kind === "failed") throw new Error(`A job failed in its process: ${news.stack}`);
  if (news.reason) throw new UnsupportedFile(news.reason, news.message);
  throw new BadRequest(news.message, { field: news.field });
}
