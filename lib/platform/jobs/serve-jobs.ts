import { writeFile } from "node:fs/promises";
import type { JobMap } from "./job-runner";
import type { JobLimits } from "./limits";
import { type JobNews, type SentOrder, toNews, unpackOrder } from "./messages";

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
