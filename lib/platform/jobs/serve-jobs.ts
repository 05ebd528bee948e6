import { writeFile } from "node:fs/promises";
import { DefaultDeserializer, DefaultSerializer } from "node:v8";
import { BadRequest, UnsupportedFile, type UnsupportedFileReason } from "../errors";
import type { JobLimits, JobMap } from "./job-runner";

export interface JobOrder {
  name: string;
  input: unknown;
}

/** An order without the bytes of its files, which follow on standard input: so large ones hold up nobody whom the sender answers. */
interface SentOrder {
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

function unpackOrder({ head }: SentOrder, files: Buffer): JobOrder {
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
function toNews(error: unknown): JobNews {
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

const LOOK_EVERY_MS = 50;

export type JobFunctions<Jobs extends JobMap> = {
  [Name in keyof Jobs]: (input: Jobs[Name]["input"]) => Jobs[Name]["output"] | Promise<Jobs[Name]["output"]>;
};

/** Watches what a job costs, as far as it leaves this thread a moment: decoders work on others. By SIGKILL, since an exit waits for those. */
function watch({ quickCpuMs, cpuMs, rssBytes }: JobLimits, tell: (news: JobNews) => void): () => void {
  const before = process.cpuUsage();
  let slow = false;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const spentMs = (user + system) / 1_000;
    if (spentMs > cpuMs || process.memoryUsage.rss() > rssBytes) process.kill(process.pid, "SIGKILL");
    if (spentMs <= quickCpuMs || slow) return;
    slow = true;
    tell({ kind: "slow" });
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Reads from standard input the files of one order after the other. */
function filesOfOrders(): (byteLength: number) => Promise<Buffer> {
  let pieces: Buffer[] = [];
  let missing = 0;
  let complete = () => {};
  process.stdin.on("data", (piece: Buffer) => {
    pieces.push(piece);
    missing -= piece.length;
    if (missing === 0) complete();
  });
  return async (byteLength) => {
    missing += byteLength;
    if (missing > 0)
      await new Promise<void>((resolve) => {
        complete = resolve;
      });
    const files = Buffer.concat(pieces);
    pieces = [];
    return files;
  };
}

/** Makes this process one that does jobs, one at a time as they are ordered, until whoever started it has gone. */
export function serveJobs<Jobs extends JobMap>(jobs: JobFunctions<Jobs>, limits: JobLimits): void {
  const tell = (news: JobNews) => void process.send?.(news);
  // Where memory runs out, the system is to end this process and not the hub's (Linux).
  void writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const read = filesOfOrders();
  process.on("message", async (sent: SentOrder) => {
    const { name, input } = unpackOrder(sent, await read(sent.byteLength));
    const stop = watch(limits, tell);
    try {
      const work = jobs[name] as (input: unknown) => unknown;
      tell({ kind: "done", output: await work(input) });
    } catch (error) {
      tell(toNews(error));
    } finally {
      stop();
    }
  });
  tell({ kind: "ready" });
}
