import { TooLate, within } from "../timing";
import type { Admission, Attempt, Demand, LimitRule, LimitStore, LimitVerdict } from "./limit-store";

export type LimitStoreState = "remote" | "local";

export interface FallbackStoreOptions {
  remote: LimitStore;
  local: LimitStore;
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** With the error that led to `local`. */
  onStateChange: (state: LimitStoreState, cause?: unknown) => void;
  timeoutMs?: number;
  /** How long after a failure one call tries the remote store. */
  cooldownMs?: number;
}

const DEFAULT_TIMEOUT_MS = 300;
const DEFAULT_COOLDOWN_MS = 5_000;
/** Late answers in a row that count as an outage. One may be a lost packet. */
const LATE_ANSWERS_OF_AN_OUTAGE = 3;
/** Late answers to requests within this time count as one. */
const LATE_TOGETHER_MS = 50;
const REMOTE = "remote:";
const LOCAL = "local:";
const AND = " ";

const ignore = () => undefined;

const named = (store: typeof REMOTE | typeof LOCAL, admission: Admission): Admission =>
  admission.refusedBy === null && admission.token ? { ...admission, token: store + admission.token } : admission;

/**
 * Decides within `timeoutMs` unless the process is busy: by the remote store, or by the local one while that is down
 * or slow. An outage neither blocks nor allows everything: each process has one budget. The local store also counts
 * remote calls, so that a switch grants no second budget.
 */
export class FallbackStore implements LimitStore {
  private state: LimitStoreState = "remote";
  private nextTrialAtMs = 0;
  private trying = false;
  private lateInARow = 0;
  private lateSinceMs = Number.NEGATIVE_INFINITY;
  private readonly timeoutMs: number;
  private readonly cooldownMs: number;

  constructor(private readonly options: FallbackStoreOptions) {
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.cooldownMs = options.cooldownMs ?? DEFAULT_COOLDOWN_MS;
  }

  get isLocal(): boolean {
    return this.state === "local";
  }

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    const { remote, local } = this.options;
    const answer = await this.askRemote(() => remote.take(key, rule));
    if (answer?.value.allowed === false) return answer.value;
    const localVerdict = await local.take(key, rule);
    return answer?.value ?? localVerdict;
  }

  async admit(key: string, demand: Demand): Promise<Admission> {
    const { remote, local } = this.options;
    // A slot granted after the timeout would be held until its lease expires.
    const giveBack = (late: Admission) => {
      if (late.refusedBy === null && late.token) remote.leave(key, late.token).catch(ignore);
    };
    const answer = await this.askRemote(() => remote.admit(key, demand), giveBack);
    if (!answer) return named(LOCAL, await local.admit(key, demand));
    if (answer.value.refusedBy === null && demand.rule) await local.take(key, demand.rule);
    return named(REMOTE, answer.value);
  }

  /** Never rejects: the lease expires. */
  async leave(key: string, token: string): Promise<void> {
    const { remote, local } = this.options;
    if (token.startsWith(LOCAL)) return local.leave(key, token.slice(LOCAL.length));
    const left = remote.leave(key, token.slice(REMOTE.length)).catch(ignore);
    if (this.state === "remote") await within(this.timeoutMs, left).catch(ignore);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    const { remote, local } = this.options;
    const takeBack = (late: Attempt) => {
      if (late.admitted) remote.withdraw(key, late.token).catch(ignore);
    };
    const answer = await this.askRemote(() => remote.attempt(key, rules), takeBack);
    if (answer?.value.admitted === false) return answer.value;
    const here = await local.attempt(key, rules);
    if (!answer) return here;
    return { admitted: true, token: [answer.value.token, here.admitted ? here.token : ""].join(AND) };
  }

  /** Never rejects: the attempt expires. */
  async withdraw(key: string, token: string): Promise<void> {
    const { remote, local } = this.options;
    const [first = "", second] = token.split(AND);
    if (second === undefined) return local.withdraw(key, first);
    if (second) await local.withdraw(key, second);
    const withdrawn = remote.withdraw(key, first).catch(ignore);
    if (this.state === "remote") await within(this.timeoutMs, withdrawn).catch(ignore);
  }

  close(): Promise<void> {
    return this.options.remote.close();
  }

  /** Null if the remote store is skipped, failed or late. */
  private async askRemote<Value>(
    ask: () => Promise<Value>,
    onLate: (value: Value) => void = ignore,
  ): Promise<{ value: Value } | null> {
    const trial = this.state === "local";
    const askedAtMs = this.options.nowMs();
    if (trial && (this.trying || askedAtMs < this.nextTrialAtMs)) return null;
    if (trial) this.trying = true;
    const asked = ask();
    try {
      const value = await within(this.timeoutMs, asked);
      this.lateInARow = 0;
      if (trial) this.change("remote");
      return { value };
    } catch (error) {
      asked.then(onLate, ignore);
      if (error instanceof TooLate && !this.isLateAgain(askedAtMs) && !trial) return null;
      if (trial || this.state === "remote") this.nextTrialAtMs = this.options.nowMs() + this.cooldownMs;
      this.change("local", error);
      return null;
    } finally {
      if (trial) this.trying = false;
    }
  }

  /** Counts a late answer; true if it makes an outage. */
  private isLateAgain(askedAtMs: number): boolean {
    if (askedAtMs - this.lateSinceMs >= LATE_TOGETHER_MS) {
      this.lateSinceMs = askedAtMs;
      this.lateInARow += 1;
    }
    return this.lateInARow >= LATE_ANSWERS_OF_AN_OUTAGE;
  }

  private change(state: LimitStoreState, cause?: unknown): void {
    if (this.state === state) return;
    this.state = state;
    this.options.onStateChange(state, cause);
  }
}
