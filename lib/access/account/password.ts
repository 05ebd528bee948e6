import { hash, verify } from "@node-rs/argon2";
import { RateLimited } from "@/lib/platform/errors";
import { afterPatience } from "@/lib/platform/timing";
import { ACCOUNT_LIMITS } from "./account-input";
import { PASSWORD_COST } from "./password-cost";

/** Hashes at a time: each takes one of libuv's four threads, and files, names and pictures wait for the same four. */
const AT_ONCE = 2;
/** Beyond these the hub says so at once; with about 30 ms for a hash, the last of them waits a second and a half. */
const MOST_WAITING = 100;
/** Whoever has a password of one account, or a browser that it knows, holds nobody else up. */
const MOST_OF_ONE = 4;
/** Far above any wait of a hub that is well: longer, and nobody is there any more who waits. */
const PATIENCE_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export interface TurnsOptions {
  atOnce: number;
  /** Of each of the two queues. */
  mostWaiting: number;
  /** Of these, of one person. */
  mostOfOne: number;
  /** How long anybody waits for a turn, and then for the end of their work. */
  patienceMs: number;
}

export interface Turn {
  /** Whether they have proved something already. */
  known: boolean;
  /** Which of those who are known, where that can be told. */
  who?: string;
}

interface Waiting {
  who: string | undefined;
  begin(): void;
}

const busy = () =>
  new RateLimited(RETRY_AFTER_SECONDS, "Too many people are signing in at this moment. Try again in 5 seconds.");

/**
 * Lets so much work run at a time, and so much wait, for so long. Who has proved something already waits in a queue of their own, which goes
 * first: a flood of strangers neither fills it nor holds it up, nor does one person.
 */
export class Turns {
  private running = 0;
  private readonly waiting = { known: [] as Waiting[], stranger: [] as Waiting[] };

  constructor(private readonly options: TurnsOptions) {}

  /** @throws RateLimited when too many wait, or this one has for too long */
  async run<T>(work: () => Promise<T>, turn: Turn): Promise<T> {
    await this.turn(turn);
    // Work that hangs keeps its turn, as it keeps its thread: only whoever waits for it goes.
    const done = work().finally(() => this.handOn());
    return Promise.race([done, this.outOfPatience(done)]);
  }

  private handOn(): void {
    const next = this.waiting.known.shift() ?? this.waiting.stranger.shift();
    // The turn is handed on, so that nobody who comes meanwhile slips in.
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
    // Of strangers nobody is counted: who is there to count would tell whose email has an account.
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

/** `globalThis`, because Next gives routes and actions each their own copy of a module. */
const holder = globalThis as typeof globalThis & { hubHashingTurns?: Turns };

/** The turns of this process's password hashing. */
export function hashingTurns(): Turns {
  holder.hubHashingTurns ??= new Turns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostOfOne: MOST_OF_ONE,
    patienceMs: PATIENCE_MS,
  });
  return holder.hubHashingTurns;
}

/** The same password typed on another keyboard may be composed of other code points. */
const normalise = (password: string) => password.normalize("NFKC");

/** Argon2id hash of a password, in its PHC string form, for `users.password_hash`. Whoever sets one has proved something already. */
export const hashPassword = (password: string): Promise<string> =>
  hashingTurns().run(() => hash(normalise(password), PASSWORD_COST), { known: true });

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;

/**
 * A hash that no password matches, at the full cost: an account without a password takes as long to check as any other. It is a
 * constant because hashing can fail when the queue is full, which is when each attempt needs it.
 */
const DECOY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * True when the password belongs to the hash. Without a hash (an unknown user, or one who only signs in elsewhere) it is
 * false, after the same work as for any other, so that the time of an answer does not tell which emails are known.
 * Who is `known` already waits behind no stranger, and `who` it is behind few of their own. @throws RateLimited when too many wait, or one too long
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
