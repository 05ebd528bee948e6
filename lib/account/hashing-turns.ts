import { RateLimited } from "@/lib/kernel/errors";

/** Hashes at a time: each takes one of libuv's four threads, and files, names and pictures wait for the same four. */
const AT_ONCE = 2;
/** Beyond these the hub says so at once; with about 30 ms for a hash, the last of them waits a second and a half. */
const MOST_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

export interface TurnsOptions {
  atOnce: number;
  /** Of each of the two queues. */
  mostWaiting: number;
}

/**
 * Lets so much work run at a time, and so much wait. Who has proved something already waits in a queue of their own, which goes first:
 * a flood of strangers neither fills it nor holds it up.
 */
export class Turns {
  private running = 0;
  private readonly waiting = { known: [] as (() => void)[], stranger: [] as (() => void)[] };

  constructor(private readonly options: TurnsOptions) {}

  /** @throws RateLimited when too many wait */
  async run<T>(work: () => Promise<T>, { known }: { known: boolean }): Promise<T> {
    await this.turn(known ? this.waiting.known : this.waiting.stranger);
    try {
      return await work();
    } finally {
      const next = this.waiting.known.shift() ?? this.waiting.stranger.shift();
      // The turn is handed on, so that nobody who comes meanwhile slips in.
      if (next) next();
      else this.running -= 1;
    }
  }

  private async turn(queue: (() => void)[]): Promise<void> {
    const { atOnce, mostWaiting } = this.options;
    if (this.running < atOnce) {
      this.running += 1;
      return;
    }
    if (queue.length >= mostWaiting)
      throw new RateLimited(
        RETRY_AFTER_SECONDS,
        "Too many people are signing in at this moment. Try again in 5 seconds.",
      );
    await new Promise<void>((resolve) => queue.push(resolve));
  }
}

/** `globalThis`, because Next gives routes and actions each their own copy of a module. */
const holder = globalThis as typeof globalThis & { hubHashingTurns?: Turns };

/** The turns of this process's password hashing. */
export function hashingTurns(): Turns {
  holder.hubHashingTurns ??= new Turns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  return holder.hubHashingTurns;
}
