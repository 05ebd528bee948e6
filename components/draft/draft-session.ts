import type { ReviewerMatches } from "@/components/review/review-texts";
import { UNREACHABLE } from "@/components/ui/reached";
import type { BrandDocument } from "@/lib/content";
import type { DraftState, PublishSchedule, ReviewRequest } from "@/lib/publishing";
import type {
  DraftActions,
  DraftEnvironment,
  MergeChoices,
  MergePreview,
  OrStale,
  Publication,
} from "./draft-environment";
import { dropCopy, keepCopy, keptCopyKey, readKeptCopy } from "./kept-copy";

/** `conflict`: everything is saved, but another member published a newer version. */
export type DraftStatus = "saved" | "saving" | "unsaved" | "offline" | "conflict" | "error";

export interface DraftView {
  state: DraftState;
  status: DraftStatus;
  problem: string | null;
  /** The server's field errors, by path in the document. */
  fieldErrors: Readonly<Record<string, string>>;
  /** True when unsaved edits are also in this computer's storage, so closing the window keeps them. */
  kept: boolean;
  restored: boolean;
}

/** Delay after the last edit before a save, and the longest delay during continuous editing, in ms. */
const PAUSE_MS = 800;
const LONGEST_WAIT_MS = 5_000;
const RETRY_MS = { first: 2_000, longest: 60_000 };
/** Retries within one save when another window saves first. After that the next save continues. */
const MAX_ROUNDS = 5;

async function reach<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch {
    return null;
  }
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; stale: boolean; message: string };

const failed = (message: string, stale = false) => ({ ok: false, stale, message }) as const;

const NEWER = "Another member published a newer version. Review it and merge your draft first.";

async function ask<T>(call: () => Promise<OrStale<T>>, staleMessage = UNREACHABLE): Promise<Outcome<T>> {
  const answer = await reach(call);
  if (answer?.status === "error") return failed(answer.message);
  if (answer?.status !== "ok") return failed(UNREACHABLE);
  return answer.data === "stale" ? failed(staleMessage, true) : { ok: true, data: answer.data as T };
}

/**
 * One user's draft of one brand in this window. Edits show at once and are saved in order, one save at a time with the
 * newest document. Edits stay in local storage until the hub has them. Edits of other windows are merged.
 *
 * Outlives its page, so edits still save while the user moves between pages.
 */
export class DraftSession {
  private view: DraftView;
  private readonly watchers = new Set<() => void>();
  private readonly key: string;
  /** Edit counters: `stored` is what the hub has, `wanted` what the running save sends. */
  private edits = 0;
  private stored = 0;
  private wanted = 0;
  /** Both this window and the hub changed the document, so the next save merges. */
  private apart = false;
  private running: Promise<boolean> | null = null;
  private cancelSave: (() => void) | null = null;
  private cancelDeadline: (() => void) | null = null;
  private failures = 0;

  constructor(
    initial: DraftState,
    private readonly actions: DraftActions,
    private readonly environment: DraftEnvironment,
  ) {
    this.view = {
      state: initial,
      status: statusOf(initial),
      problem: null,
      fieldErrors: {},
      kept: false,
      restored: false,
    };
    this.key = keptCopyKey(initial.brandId, initial.userId);
    environment.listen(() => void this.refresh());
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly getView = (): DraftView => this.view;

  get dirty(): boolean {
    return this.edits !== this.stored;
  }

  readonly update = (patch: (document: BrandDocument) => BrandDocument): void => {
    const { state } = this.view;
    const document = patch(state.document);
    if (!state.canEdit || document === state.document) return;
    this.edits += 1;
    this.show({ state: { ...state, document }, ...(this.running ? {} : { status: "unsaved" }) });
    this.saveAfter(PAUSE_MS);
    this.cancelDeadline ??= this.environment.after(LONGEST_WAIT_MS, () => void this.flush());
  };

  /** Saves now. Returns true when the hub has every edit. */
  readonly flush = (): Promise<boolean> => {
    this.clearTimers();
    this.wanted = this.edits;
    this.running ??= this.saveAll().finally(() => {
      this.running = null;
    });
    return this.running;
  };

  readonly keep = (): void => {
    const { document, baseVersion, revision } = this.view.state;
    if (!this.dirty) return;
    const copy = { document, baseVersion, revision, apart: this.apart };
    const kept = keepCopy(this.environment.storage, this.key, copy);
    if (kept !== this.view.kept) this.show({ kept });
  };

  /** Restores edits from local storage. They are merged with the hub's document. */
  readonly restoreKept = (): void => {
    const copy = readKeptCopy(this.environment.storage, this.key);
    const { state } = this.view;
    if (!copy || this.dirty || !state.canEdit) return;
    this.apart = copy.apart || copy.baseVersion !== state.baseVersion || copy.revision !== state.revision;
    this.edits += 1;
    const { document, baseVersion } = copy;
    this.show({ state: { ...state, document, baseVersion }, status: "unsaved", restored: true });
    void this.flush();
  };

  /** Adopts a server-rendered state that is newer, unless edits are unsaved. */
  readonly offer = (state: DraftState): void => {
    if (!this.dirty && !this.running && state.asOfMs > this.view.state.asOfMs) this.adopt(state);
  };

  /** Reloads the state. Unsaved edits stay and are merged by their next save. */
  readonly refresh = async (): Promise<void> => {
    const answer = await reach(() => this.actions.load(this.brandId));
    if (answer?.status === "ok") this.offer(answer.data);
  };

  readonly publish = async (note: string): Promise<Outcome<Publication>> => {
    const outcome = await this.askWithDraft((draft) => this.actions.publish({ ...draft, note }));
    if (outcome.ok) this.settle(outcome.data.state);
    // Loads the reason for the refusal, such as approvals that no longer count.
    else await this.refresh();
    return outcome;
  };

  readonly schedule = async (when: Omit<PublishSchedule, "brandId" | "revision">): Promise<Outcome<DraftState>> => {
    const outcome = await this.askWithDraft((draft) => this.actions.schedule({ ...draft, ...when }));
    if (outcome.ok) this.takeSchedule(outcome.data);
    else if (outcome.stale) await this.refresh();
    return outcome;
  };

  readonly unschedule = async (): Promise<Outcome<DraftState>> => {
    const outcome = await ask(() => this.actions.unschedule(this.brandId));
    if (outcome.ok) this.takeSchedule(outcome.data);
    return outcome;
  };

  readonly reviewers = (search: string): Promise<Outcome<ReviewerMatches>> =>
    ask(() => this.actions.reviewers({ brandId: this.brandId, search }));

  readonly requestReview = async (request: Omit<ReviewRequest, "brandId">): Promise<Outcome<DraftState>> => {
    const outcome = await this.askSaved(() => this.actions.requestReview({ brandId: this.brandId, ...request }));
    if (outcome.ok) {
      this.show({ state: { ...this.view.state, approvals: outcome.data.approvals } });
      this.environment.notify();
    }
    return outcome;
  };

  readonly discard = async (): Promise<Outcome<DraftState>> => {
    this.clearTimers();
    await this.running;
    const outcome = await ask(() => this.actions.discard(this.brandId));
    if (outcome.ok) this.settle(outcome.data);
    else if (this.dirty) this.saveAfter(RETRY_MS.first);
    return outcome;
  };

  readonly previewMerge = async (): Promise<Outcome<MergePreview>> => {
    const gone = "This draft no longer exists. You published or discarded it in another window.";
    const outcome = await this.askSaved(() => this.actions.previewRebase(this.brandId), gone);
    if (outcome.ok) this.offer(outcome.data.state);
    return outcome;
  };

  readonly merge = async (revision: number, choices: MergeChoices): Promise<Outcome<DraftState>> => {
    const saved = "You saved the draft in another window. Check the merge again.";
    const outcome = await ask(() => this.actions.rebase({ brandId: this.brandId, revision, choices }), saved);
    if (outcome.ok) this.settle(outcome.data);
    return outcome;
  };

  private get brandId(): string {
    return this.view.state.brandId;
  }

  private async askSaved<T>(call: () => Promise<OrStale<T>>, staleMessage?: string): Promise<Outcome<T>> {
    return (await this.flush()) ? ask(call, staleMessage) : failed(this.view.problem ?? UNREACHABLE);
  }

  private async askWithDraft<T>(call: (draft: { brandId: string; revision: number }) => Promise<OrStale<T>>) {
    if (!(await this.flush())) return failed(this.view.problem ?? UNREACHABLE);
    const { brandId, revision } = this.view.state;
    if (revision === null) return failed("There are no changes to publish.");
    return ask(() => call({ brandId, revision }), NEWER);
  }

  /** Keeps edits made during the request. */
  private takeSchedule({ schedule, scheduleFailure }: DraftState): void {
    this.show({ state: { ...this.view.state, schedule, scheduleFailure } });
    this.environment.notify();
  }

  private show(part: Partial<DraftView>): void {
    this.view = { ...this.view, ...part };
    for (const watcher of this.watchers) watcher();
  }

  private adopt(state: DraftState): void {
    this.show({ state, status: statusOf(state), problem: null, fieldErrors: {} });
  }

  private settle(state: DraftState): void {
    this.stored = this.edits;
    this.apart = false;
    this.adopt(state);
    this.afterSuccess();
  }

  private afterSuccess(): void {
    this.failures = 0;
    dropCopy(this.environment.storage, this.key);
    this.environment.notify();
  }

  private clearTimers(): void {
    this.cancelSave?.();
    this.cancelDeadline?.();
    this.cancelSave = null;
    this.cancelDeadline = null;
  }

  private saveAfter(delayMs: number): void {
    this.cancelSave?.();
    this.cancelSave = this.environment.after(delayMs, () => void this.flush());
  }

  private async saveAll(): Promise<boolean> {
    for (let round = 1; this.stored < this.wanted; round += 1) {
      if (round > MAX_ROUNDS) return this.fail("offline", UNREACHABLE);
      this.keep();
      this.show({ status: "saving" });
      if (!(await (this.apart ? this.mergeOnce() : this.saveOnce()))) return false;
    }
    if (this.view.status === "saving") this.show({ status: this.dirty ? "unsaved" : statusOf(this.view.state) });
    return true;
  }

  private async saveOnce(): Promise<boolean> {
    const sent = this.edits;
    const { brandId, baseVersion, revision, document } = this.view.state;
    const answer = await reach(() => this.actions.save({ brandId, baseVersion, revision, document }));
    if (answer === null) return this.fail("offline", UNREACHABLE);
    if (answer.status !== "ok") return this.refuse(answer);
    if (answer.data === "stale") {
      this.apart = true;
      return true;
    }
    const { state } = this.view;
    const { changes, version, updatedAt } = answer.data;
    this.stored = sent;
    // Approvals are for the draft before this edit.
    const approvals = { ...state.approvals, given: 0 };
    const changed = { changes, updatedAt, approvals, asOfMs: updatedAt.getTime() };
    const saved = { ...state, ...changed, revision: answer.data.revision };
    this.show({ state: saved, problem: null, fieldErrors: {} });
    if (this.dirty) return true;
    this.afterSuccess();
    if (version !== state.version) await this.learn();
    return true;
  }

  private async mergeOnce(): Promise<boolean> {
    const sent = this.edits;
    const { brandId, baseVersion, document } = this.view.state;
    const answer = await reach(() => this.actions.merge({ brandId, baseVersion, document }));
    if (answer === null) return this.fail("offline", UNREACHABLE);
    if (answer.status !== "ok") return this.refuse(answer);
    if (answer.data === "stale") return true;
    if (sent === this.edits) {
      this.settle(answer.data);
      return true;
    }
    // The user kept typing: the next save merges those edits.
    this.show({ status: "unsaved" });
    return false;
  }

  private async learn(): Promise<void> {
    const answer = await reach(() => this.actions.load(this.brandId));
    if (answer?.status === "ok" && !this.dirty) this.adopt(answer.data);
  }

  private refuse(answer: OrStale<unknown>): boolean {
    const { message = UNREACHABLE, field } = answer.status === "error" ? answer : {};
    this.show({ fieldErrors: field ? { [field]: message } : {} });
    return this.fail("error", message, field === undefined);
  }

  /** Validation errors wait for the next edit. Other failures are retried with growing delays. */
  private fail(status: "offline" | "error", problem: string, tryAgain = true): boolean {
    this.failures += 1;
    this.show({ status, problem });
    if (tryAgain) this.saveAfter(Math.min(RETRY_MS.first * 2 ** (this.failures - 1), RETRY_MS.longest));
    return false;
  }
}

function statusOf({ version, baseVersion }: DraftState): DraftStatus {
  return version === baseVersion ? "saved" : "conflict";
}
