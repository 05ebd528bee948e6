import { hash, verify } from "@node-rs/argon2";
import { RateLimited } from "@/lib/platform/errors";
import { afterPatience } from "@/lib/platform/timing";
import { ACCOUNT_LIMITS } from "./account-input";
import { PASSWORD_COST } from "./password-cost";

/** Each hash occupies one of libuv's four threads, which file access, DNS and images need too. */
const AT_ONCE = 2;
/** A hash takes about 30 ms, so the last of 100 waits about 1.5 seconds. */
const MOST_WAITING = 100;
/** Per person, so that someone with one valid password or browser can't fill the queue. */
const MOST_OF_ONE = 4;
/** Far above any wait in a healthy hub. */
const PATIENCE_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export interface TurnsOptions {
  atOnce: number;
  /** Per queue. */
  mostWaiting: number;
  /** Per queue and person. */
  mostOfOne: number;
  /** Limits the wait for a slot, and then the wait for the work. */
  patienceMs: number;
}

export interface Turn {
  /** Whether the caller has authenticated before, for example by a known browser. */
  known: boolean;
  /** The user's id, if known. */
  who?: string;
}

interface Waiting {
  who: string | undefined;
  begin(): void;
}

const busy = () =>
  new RateLimited(RETRY_AFTER_SECONDS, "Too many people are signing in at this moment. Try again in 5 seconds.");

/**
 * Limits how many hashes run and wait. Callers with `known` have their own queue, which goes first. A flood of
 * anonymous attempts can neither fill nor delay it, nor can one person.
 */
export class Turns {
  private running = 0;
  private readonly waiting = { known: [] as Waiting[], stranger: [] as Waiting[] };

  constructor(private readonly options: TurnsOptions) {}

  /** @throws RateLimited when the queue is full, or the wait exceeds `patienceMs` */
  async run<T>(work: () => Promise<T>, turn: Turn): Promise<T> {
    await this.turn(turn);
    // Work that hangs keeps its slot, as it keeps its thread. Only the caller gives up.
    const done = work().finally(() => this.handOn());
    return Promise.race([done, this.outOfPatience(done)]);
  }

  private handOn(): void {
    const next = this.waiting.known.shift() ?? this.waiting.stranger.shift();
    // Passing the slot on directly keeps newcomers from jumping the queue.
    if (next) next.begin();
    else this.running -= 1;
  }

  private async turn({ known, who }: Turn): Promise<void> {
    const { atOnce, mostWaiting, mostOfOne, patienceMs } = this.options;
    const queue = known ? this.waiting.known : this.waiting.stranger;
    if (this.running < atOnce) {
      this.running += 1;
      return;
    }
    // Anonymous attempts are not counted per user: that would reveal whether an email has an account.
    const own = known && who !== undefined ? queue.filter((waiting) => waiting.who === who).length : 0;
    if (queue.length >= mostWaiting || own >= mostOfOne) throw busy();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        who,
        begin() {
          callOff();
          resolve();
        },
      };
      const callOff = afterPatience(patienceMs, () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(busy());
      });
      queue.push(waiting);
    });
  }

  private outOfPatience(done: Promise<unknown>): Promise<never> {
    return new Promise((_, reject) => {
      const callOff = afterPatience(this.options.patienceMs, () => reject(busy()));
      done.then(callOff, callOff);
    });
  }
}

/** On `globalThis`, because Next gives routes and actions separate copies of this module. */
const holder = globalThis as typeof globalThis & { hubHashingTurns?: Turns };

export function hashingTurns(): Turns {
  holder.hubHashingTurns ??= new Turns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostOfOne: MOST_OF_ONE,
    patienceMs: PATIENCE_MS,
  });
  return holder.hubHashingTurns;
}

/** Keyboards can compose the same password from different code points. */
const normalise = (password: string) => password.normalize("NFKC");

/**
 * Returns the Argon2id hash in PHC format, for `users.password_hash`. Waits in the queue for known callers.
 * @throws RateLimited when the queue is full
 */
export const hashPassword = (password: string): Promise<string> =>
  hashingTurns().run(() => hash(normalise(password), PASSWORD_COST), { known: true });

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;

/**
 * Matches no password, at full cost: accounts without a password must take equally long. A constant, because creating
 * it would fail when the queue is full.
 */
const DECOY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Returns whether the password matches. Without a hash it does the same work and returns false, so timing never reveals
 * which emails have an account.
 * @throws RateLimited when the queue is full or the wait too long
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  { known = false, who }: Partial<Turn> = {},
): Promise<boolean> {
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) return false;
  const matches = await hashingTurns().run(() => verify(passwordHash ?? DECOY, normalise(password)), {
    known,
    who,
  });
  return matches && passwordHash !== null;
}
