import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { within } from "@/lib/platform/timing";

const PERIOD_MS = 60_000;
/** A tick takes less than a minute. One that is not over then waits for something that never comes: the next one begins without it. */
const GIVE_UP_MS = 3 * PERIOD_MS;
/** Ticks that are not woken begin so far apart: together they would take every connection to the database. */
const APART_MS = 200;

export interface Tick {
  name: string;
  run(): Promise<unknown>;
  /** It sends what others write into an outbox, and is woken when they do; the rest has time until the minute. */
  isWoken: boolean;
}

interface TickLoop {
  wake(): void;
  /** When a tick last ended, or the loop began, by `performance.now()`. */
  lastEndedMs(): number;
  stop(): Promise<void>;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubTickLoop?: TickLoop };

/** Runs the tick once it has its turn, and once a minute then, never two at a time. A tick that fails, or hangs, is logged; the next one comes all the same. */
function loopOf({ name, run: tick, isWoken }: Tick, index: number): TickLoop {
  let running: Promise<void> | undefined;
  /** Somebody asked while a tick was running, which may have passed what they added by. */
  let again = false;
  let endedMs = performance.now();
  const run = () => {
    if (running) return;
    again = false;
    running = within(GIVE_UP_MS, tick())
      .then(
        () => {},
        (err: unknown) => log.error({ err, tick: name }, "a tick failed"),
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
      // Whoever wakes it is often a request, which the tick's lines are not about.
      outsideRequests(run);
    },
    async stop() {
      clearInterval(timer);
      again = false;
      await running;
    },
  };
}

/**
 * Runs each of the ticks once a minute from now on, beside one another, in this process only once however often it is called. The loop
 * does not keep the process alive.
 */
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

/** Starts no further tick, and waits for those that are running. */
export async function stopTickLoop(): Promise<void> {
  const loop = holder.hubTickLoop;
  holder.hubTickLoop = undefined;
  await loop?.stop();
}

/**
 * Ticks as soon as the tick under way is over, however often it is called meanwhile, so that a person who sent something need not
 * wait for the minute. Does nothing where no loop runs: there a cron sends.
 */
export function wakeTickLoop(): void {
  holder.hubTickLoop?.wake();
}

/** How long ago the last of each tick ended: the longest of them. Null where no loop runs. */
export function tickAgeMs(): number | null {
  const loop = holder.hubTickLoop;
  return loop ? performance.now() - loop.lastEndedMs() : null;
}
