import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { withTimeout } from "@/lib/platform/timing";

const PERIOD_MS = 60_000;
/** Ticks take less than a minute. After this one counts as hung and the next starts. */
const GIVE_UP_MS = 3 * PERIOD_MS;
/** Together, ticks would use every database connection at the start. */
const APART_MS = 200;

export interface Tick {
  name: string;
  run(): Promise<unknown>;
  /** True for outbox senders, which run as soon as something is added. */
  isWoken: boolean;
}

interface TickLoop {
  wake(): void;
  /** By `performance.now()`; at first when the loop started. */
  lastEndedMs(): number;
  stop(): Promise<void>;
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubTickLoop?: TickLoop };

/** Never two at a time. A failed or hung tick is logged and the next one runs. */
function loopOf({ name, run: tick, isWoken }: Tick, index: number): TickLoop {
  let running: Promise<void> | undefined;
  /** Woken during a tick, which may have missed what was added. */
  let again = false;
  let endedMs = performance.now();
  const run = () => {
    if (running) return;
    again = false;
    running = withTimeout(GIVE_UP_MS, tick())
      .then(
        () => {},
        (err: unknown) => log.error({ err, tick: name }, "tick failed"),
      )
      .finally(() => {
        running = undefined;
        endedMs = performance.now();
        if (again) run();
      });
  };
  let timer: NodeJS.Timeout;
  const begin = () => {
    timer = setInterval(run, PERIOD_MS).unref();
    run();
  };
  if (isWoken) begin();
  else timer = setTimeout(begin, index * APART_MS).unref();
  return {
    lastEndedMs: () => endedMs,
    wake() {
      again = running !== undefined;
      // Often called by a request, which the tick's log lines must not name.
      outsideRequests(run);
    },
    async stop() {
      clearInterval(timer);
      again = false;
      await running;
    },
  };
}

/** Runs each tick every minute. Further calls do nothing. Doesn't keep the process alive. */
export function startTickLoop(...ticks: Tick[]): void {
  if (holder.hubTickLoop) return;
  const loops = ticks.map(loopOf);
  const woken = loops.filter((_, index) => ticks[index]?.isWoken);
  holder.hubTickLoop = {
    wake: () => {
      for (const loop of woken) loop.wake();
    },
    lastEndedMs: () => Math.min(...loops.map((loop) => loop.lastEndedMs())),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

export async function stopTickLoop(): Promise<void> {
  const loop = holder.hubTickLoop;
  holder.hubTickLoop = undefined;
  await loop?.stop();
}

/** Runs outbox ticks once the current ones end. Does nothing where a cron ticks. */
export function wakeTickLoop(): void {
  holder.hubTickLoop?.wake();
}

/** Time since the tick that ended longest ago; null without a loop. */
export function tickAgeMs(): number | null {
  const loop = holder.hubTickLoop;
  return loop ? performance.now() - loop.lastEndedMs() : null;
}
