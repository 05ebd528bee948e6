import { TimeoutError, withTimeout } from "../timing";
import type { Attempt, LimitDecision, LimitRequest, LimitResult, LimitRule, LimitStore } from "./limit-store";

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
/** Late responses in a row that count as an outage. One may be a lost packet. */
const LATE_ANSWERS_OF_AN_OUTAGE = 3;
/** Late responses to requests within this time count as one. */
const LATE_TOGETHER_MS = 50;
const REMOTE = "remote:";
const LOCAL = "local:";
const SEPARATOR = " ";

const ignore = () => undefined;

const withStore = (store: typeof REMOTE | typeof LOCAL, decision: LimitDecision): LimitDecision =>
  decision.refusedBy === null && decision.token ? { ...decision, token: store + decision.token } : decision;

/**
 * Decides within `timeoutMs` unless the process is busy: by the remote store, or by the local one while that is down
 * or slow. An outage neither blocks nor allows everything: each process has one budget. The local store also counts
 * remote calls, so that a switch grants no second budget.
 */
export class FallbackStore implements LimitStore {
  private state: LimitStoreState = "remote";
  private nextTrialAtMs = 0;
  private isTrying = false;
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

  async take(key: string, rule: LimitRule): Promise<LimitResult> {
    const { remote, local } = this.options;
    const answer = await this.askRemote(() => remote.take(key, rule));
    if (answer?.value.allowed === false) return answer.value;
    const localResult = await local.take(key, rule);
    return answer?.value ?? localResult;
  }

  async admit(key: string, request: LimitRequest): Promise<LimitDecision> {
    const { remote, local } = this.options;
    // A slot granted after the timeout would be held until its lease expires.
    const giveBack = (late: LimitDecision) => {
      if (late.refusedBy === null && late.token) remote.leave(key, late.token).catch(ignore);
    };
    const answer = await this.askRemote(() => remote.admit(key, request), giveBack);
    if (!answer) return withStore(LOCAL, await local.admit(key, request));
    if (answer.value.refusedBy === null && request.rule) await local.take(key, request.rule);
    return withStore(REMOTE, answer.value);
  }

  /** Never rejects: the lease expires. */
  async leave(key: string, token: string): Promise<void> {
    const { remote, local } = this.options;
    if (token.startsWith(LOCAL)) return local.leave(key, token.slice(LOCAL.length));
    const left = remote.leave(key, token.slice(REMOTE.length)).catch(ignore);
    if (this.state === "remote") await withTimeout(this.timeoutMs, left).catch(ignore);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    const { remote, local } = this.options;
    const takeBack = (late: Attempt) => {
      if (late.admitted) remote.withdraw(key, late.token).catch(ignore);
    };
    const answer = await this.askRemote(() => remote.attempt(key, rules), takeBack);
    if (answer?.value.admitted === false) return answer.value;
    const localAttempt = await local.attempt(key, rules);
    if (!answer) return localAttempt;
    return {
      admitted: true,
      token: [answer.value.token, localAttempt.admitted ? localAttempt.token : ""].join(SEPARATOR),
    };
  }

  /** Never rejects: the attempt expires. */
  async withdraw(key: string, token: string): Promise<void> {
    const { remote, local } = this.options;
    const [first = "", second] = token.split(SEPARATOR);
    if (second === undefined) return local.withdraw(key, first);
    if (second) await local.withdraw(key, second);
    const withdrawn = remote.withdraw(key, first).catch(ignore);
    if (this.state === "remote") await withTimeout(this.timeoutMs, withdrawn).catch(ignore);
  }

  close(): Promise<void> {
    return this.options.remote.close();
  }

  /** Null if the remote store is skipped, failed or late. */
  private async askRemote<Value>(
    ask: () => Promise<Value>,
    onLate: (value: Value) => void = ignore,
  ): Promise<{ value: Value } | null> {
    const isTrial = this.state === "local";
    const startedMs = this.options.nowMs();
    if (isTrial && (this.isTrying || startedMs < this.nextTrialAtMs)) return null;
    if (isTrial) this.isTrying = true;
    const pending = ask();
    try {
      const value = await withTimeout(this.timeoutMs, pending);
      this.lateInARow = 0;
      if (isTrial) this.change("remote");
      return { value };
    } catch (error) {
      pending.then(onLate, ignore);
      if (error instanceof TimeoutError && !this.isLateAgain(startedMs) && !isTrial) return null;
      if (isTrial || this.state === "remote") this.nextTrialAtMs = this.options.nowMs() + this.cooldownMs;
      this.change("local", error);
      return null;
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }

  /** Counts a late response; true if it makes an outage. */
  private isLateAgain(startedMs: number): boolean {
    if (startedMs - this.lateSinceMs >= LATE_TOGETHER_MS) {
      this.lateSinceMs = startedMs;
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
