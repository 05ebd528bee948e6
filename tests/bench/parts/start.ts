import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../support/hub-process";
import { memoryOfFamily } from "../memory";
import type { Measured, Pair, Part, ResourceStack } from "../part";
import { firstBundle, firstStart, npmStart, stop } from "../start";

const REST_MS = 5_000;

async function open(stack: ResourceStack): Promise<Pair[]> {
  const directory = stack.add(await mkdtemp(join(tmpdir(), "bench-start-")), (path) => rm(path, { recursive: true }));
  const port = await freePort();
  const read = await firstStart(directory, port);
  /** Starts the hub again and calls `look` once it has returned a bundle. */
  const started = async (look: (hub: ChildProcess, tookMs: number) => Promise<Measured>): Promise<Measured> => {
    const beganMs = performance.now();
    const hub = npmStart(directory, port);
    await firstBundle(read);
    const found = await look(hub, performance.now() - beganMs);
    await stop(hub);
    return found;
  };
  return [
    {
      what: "second npm start until the first bundle, embedded",
      unit: "s",
      goal: { atMost: 2 },
      rounds: 5,
      hub: () => started(async (_, tookMs) => ({ value: tookMs / 1000 })),
    },
    {
      what: "memory of all processes when idle, embedded",
      unit: "MB",
      goal: { atMost: 350 },
      rounds: 1,
      hub: () =>
        started(async (hub) => {
          await delay(REST_MS);
          const parts = await memoryOfFamily(hub.pid ?? 0);
          return { value: parts.reduce((sum, { mb }) => sum + mb, 0) };
        }),
    },
  ];
}

export const start: Part = { name: "start", what: "Startup time and memory of npm start", open };
