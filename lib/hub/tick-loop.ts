import { log } from "@/lib/kernel/log";

const PERIOD_MS = 60_000;

interface TickLoop {
  wake(): void;
  stop(): Promise<void>;
}

/** `globalThis`, because Next's instrumentation and the starting script have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubTickLoop?: TickLoop };

/** Runs the tick now and once a minute, never two at a time. A tick that fails is logged; the next one comes all the same. */
function loopOf(tick: () => Promise<unknown>): TickLoop {
  let running: Promise<void> | undefined;
  /** Somebody asked while a tick was running, which may have passed what they added by. */
  let again = false;
  const run = () => {
    if (running) return;
    again = false;
    running = tick()
      .then(
        () => {},
        (err: unknown) => log.error({ err }, "a dispatch tick failed"),
      )
      .finally(() => {
        running = undefined;
        if (again) run();
      });
  };
  const timer = setInterval(run, PERIOD_MS).unref();
  run();
  return {
    wake() {
      again = running !== undefined;
      run();
    },
    async stop() {
      clearInterval(timer);
      again = false;
      await running;
    },
  };
}

/**
 * Runs each of the ticks now and once a minute, beside one another, in this process only once however often it is called. The loop
 * does not keep the process alive.
 */
export function startTickLoop(...ticks: (() => Promise<unknown>)[]): void {
  if (holder.hubTickLoop) return;
  const loops = ticks.map(loopOf);
  holder.hubTickLoop = {
    wake: () => {
      for (const loop of loops) loop.wake();
    },
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
