import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

export interface Sample {
  atMinutes: number;
  memoryMb: number;
  descriptors: number;
}

const PAGE_BYTES = 4_096;

async function sample(pid: number, startedMs: number): Promise<Sample> {
  const [, resident = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
  return {
    atMinutes: (performance.now() - startedMs) / 60_000,
    memoryMb: (Number(resident) * PAGE_BYTES) / 1_000_000,
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

/** Samples processes every few seconds until stopped. */
export function watch(pids: readonly number[], everyMs: number): { stop: () => Promise<Sample[][]> } {
  const startedMs = performance.now();
  const seen: Sample[][] = pids.map(() => []);
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      for (const [index, pid] of pids.entries()) seen[index]?.push(await sample(pid, startedMs));
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return seen;
    },
  };
}

/** Growth per minute: the slope of a linear fit over the second half of the samples. */
export function slope(samples: readonly Sample[], figure: "memoryMb" | "descriptors"): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(half.map(({ atMinutes }) => atMinutes)), mean(half.map((one) => one[figure]))];
  const sum = (of: (one: Sample) => number) => half.reduce((total, one) => total + of(one), 0);
  const spread = sum(({ atMinutes }) => (atMinutes - meanX) ** 2);
  return spread === 0 ? 0 : sum((one) => (one.atMinutes - meanX) * (one[figure] - meanY)) / spread;
}
