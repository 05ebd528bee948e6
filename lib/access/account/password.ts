import { hash, verify } from "@node-rs/argon2";
import { RateLimited } from "@/lib/platform/errors";
import { startTimeout } from "@/lib/platform/timing";
import { ACCOUNT_LIMITS } from "./account-input";
import { PASSWORD_COST } from "./password-cost";

/** Each hash occupies one of libuv's four threads, which file access, DNS and images need too. */
const CONCURRENCY = 2;
/** A hash takes about 30 ms, so the last of 100 waits about 1.5 seconds. */
const MAX_QUEUED = 100;
/** One person with a valid password or browser can't fill the queue. */
const MAX_PER_USER = 4;
/** Far above any wait in a healthy hub. */
const MAX_WAIT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export interface HashingQueueOptions {
  concurrency: number;
  maxQueued: number;
  maxPerUser: number;
  /** For a slot, and then for the work. */
  maxWaitMs: number;
}

export interface QueuedCaller {
  /** Whether the caller has authenticated before, for example by a known browser. */
  known: boolean;
  userId?: string;
}

interface Waiter {
  userId: string | undefined;
  begin(): void;
}

const busy = () =>
  new RateLimited(RETRY_AFTER_SECONDS, "Too many people are signing in right now. Try again in 5 seconds.");

/**
 * Limits how many hashes run and wait. Known callers have their own queue, which goes first, so a flood of anonymous
 * attempts can't delay them.
 */
export class HashingQueue {
  private running = 0;
  private readonly waiting = { known: [] as Waiter[], unknown: [] as Waiter[] };

  constructor(private readonly options: HashingQueueOptions) {}

  /** @throws RateLimited when the queue is full, or the wait exceeds `maxWaitMs` */
  async run<T>(work: () => Promise<T>, caller: QueuedCaller): Promise<T> {
    await this.acquire(caller);
    // Work that hangs keeps its slot, as it keeps its thread.
    const done = work().finally(() => this.release());
    return Promise.race([done, this.timeout(done)]);
  }

  private release(): void {
    const next = this.waiting.known.shift() ?? this.waiting.unknown.shift();
    // Keeps newcomers from jumping the queue.
    if (next) next.begin();
    else this.running -= 1;
  }

  private async acquire({ known, userId }: QueuedCaller): Promise<void> {
    const { concurrency, maxQueued, maxPerUser, maxWaitMs } = this.options;
    const queue = known ? this.waiting.known : this.waiting.unknown;
    if (this.running < concurrency) {
      this.running += 1;
      return;
    }
    // Counting anonymous attempts per user would reveal whether an email has an account.
    const own = known && userId !== undefined ? queue.filter((waiting) => waiting.userId === userId).length : 0;
    if (queue.length >= maxQueued || own >= maxPerUser) throw busy();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiter = {
        userId,
        begin() {
          cancelTimeout();
          resolve();
        },
      };
      const cancelTimeout = startTimeout(maxWaitMs, () => {
        const index = queue.indexOf(waiting);
        if (index < 0) return;
        queue.splice(index, 1);
        reject(busy());
      });
      queue.push(waiting);
    });
  }

  private timeout(done: Promise<unknown>): Promise<never> {
    return new Promise((_, reject) => {
      const cancelTimeout = startTimeout(this.options.maxWaitMs, () => reject(busy()));
      done.then(cancelTimeout, cancelTimeout);
    });
  }
}

/** Next gives routes and actions separate copies of this module. */
const holder = globalThis as typeof globalThis & { hubHashingQueue?: HashingQueue };

export function hashingQueue(): HashingQueue {
  holder.hubHashingQueue ??= new HashingQueue({
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
    maxPerUser: MAX_PER_USER,
    maxWaitMs: MAX_WAIT_MS,
  });
  return holder.hubHashingQueue;
}

/** Keyboards can compose the same password from different code points. */
const normalise = (password: string) => password.normalize("NFKC");

/** Argon2id in PHC format. @throws RateLimited when the queue is full */
export const hashPassword = (password: string): Promise<string> =>
  hashingQueue().run(() => hash(normalise(password), PASSWORD_COST), { known: true });

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;

/**
 * Matches no password, at full cost, for accounts without one. A constant, because a full queue would refuse to create
 * it.
 */
const DECOY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Without a hash it does the same work and returns false, so timing reveals no account.
 * @throws RateLimited when the queue is full or the wait too long
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  { known = false, userId }: Partial<QueuedCaller> = {},
): Promise<boolean> {
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) return false;
  const matches = await hashingQueue().run(() => verify(passwordHash ?? DECOY, normalise(password)), {
    known,
    userId,
  });
  return matches && passwordHash !== null;
}
