import type { ReviewerMatches } from "@/components/review/types";
import { UNREACHABLE } from "@/components/ui/reached";
import type { BrandDocument } from "@/lib/content";
import type { DraftState, PublishSchedule, ReviewRequest } from "@/lib/publishing";
import type { DraftActions, MergeChoices, MergePreview, OrStale, Publication } from "./draft-actions";
import type { DraftEnvironment } from "./draft-environment";
import { dropCopy, keepCopy, keptCopyKey, readKeptCopy } from "./kept-copy";

/** `conflict`: all is saved, but somebody published over the draft's base. */
export type DraftStatus = "saved" | "saving" | "unsaved" | "offline" | "conflict" | "error";

export interface DraftView {
  state: DraftState;
  status: DraftStatus;
  /** Why the last save was refused, for people; null when it was not. */
  problem: string | null;
  /** What the hub said about single fields, by the field's path in the document. */
  fieldErrors: Readonly<Record<string, string>>;
  /** True when unsaved edits also stand on this computer, where closing the window does not lose them. */
  kept: boolean;
  /** True after edits kept on this computer were brought back. */
  restored: boolean;
}

/** How long after the last edit a draft is saved, and how long a steady stream of edits may hold that up. */
const PAUSE_MS = 800;
const LONGEST_WAIT_MS = 5_000;
const RETRY_MS = { first: 2_000, longest: 60_000 };
/** How often another window may have saved during one save before it is left for the next. */
const MAX_ROUNDS = 5;

/** The answer of an action, or null when the hub could not be reached. */
async function reach<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch {
    return null;
  }
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; stale: boolean; message: string };

function outcomeOf<T>(answer: OrStale<T> | null, staleMessage: string): Outcome<T> {
  if (answer === null) return { ok: false, stale: false, message: UNREACHABLE };
  if (answer.status === "error") return { ok: false, stale: false, message: answer.message };
  if (answer.status === "idle") return { ok: false, stale: false, message: UNREACHABLE };
  if (answer.data === "stale") return { ok: false, stale: true, message: staleMessage };
  return { ok: true, data: answer.data as T };
}

/**
 * One user's draft of one brand in this window. Guarantees that every edit is shown at once, reaches the hub in order (one save in
 * flight, the newest document wins) or stays on this computer until it can, and that another window's edits are merged, not overwritten.
 *
 * It outlives the page that shows it, so that edits go on being saved while the person moves between the sections of a brand.
 */
export class DraftSession {
  private view: DraftView;
  private readonly watchers = new Set<() => void>();
  private readonly key: string;
  /** Counts edits; `stored` is the count that the hub has, `wanted` the one that the running save is for. */
  private edits = 0;
  private stored = 0;
  private wanted = 0;
  /** The document must be merged with what the hub has, since both moved on. */
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

  /** True while an edit has not reached the hub. */
  get dirty(): boolean {
    return this.edits !== this.stored;
  }

  /** Shows an edit at once and saves it after a pause. */
  readonly update = (patch: (document: BrandDocument) => BrandDocument): void => {
    const { state } = this.view;
    const document = patch(state.document);
    if (!state.canEdit || document === state.document) return;
    this.edits += 1;
    this.show({ state: { ...state, document }, ...(this.running ? {} : { status: "unsaved" }) });
    this.saveAfter(PAUSE_MS);
    this.cancelDeadline ??= this.environment.after(LONGEST_WAIT_MS, () => void this.flush());
  };

  /** Saves now what is unsaved; true when the hub has everything. */
  readonly flush = (): Promise<boolean> => {
    this.clearTimers();
    this.wanted = this.edits;
    this.running ??= this.saveAll().finally(() => {
      this.running = null;
    });
    return this.running;
  };

  /** Puts what is unsaved on this computer: the window may be about to close. */
  readonly keep = (): void => {
    const { document, baseVersion, revision } = this.view.state;
    if (!this.dirty) return;
    const copy = { document, baseVersion, revision, apart: this.apart };
    const kept = keepCopy(this.environment.storage, this.key, copy);
    if (kept !== this.view.kept) this.show({ kept });
  };

  /** Brings back edits that were kept on this computer; they are merged with whatever the hub has by now. */
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

  /** Takes a state that the server rendered, if it is newer than what is shown and nothing is unsaved. */
  readonly offer = (state: DraftState): void => {
    if (!this.dirty && !this.running && state.asOfMs > this.view.state.asOfMs) this.adopt(state);
  };

  /** Asks the hub what is true now. Unsaved edits stay; they notice at their next save. */
  readonly refresh = async (): Promise<void> => {
    const answer = await reach(() => this.actions.load(this.view.state.brandId));
    if (answer?.status === "ok") this.offer(answer.data);
  };

  readonly publish = async (note: string): Promise<Outcome<Publication>> => {
    if (!(await this.flush())) return { ok: false, stale: false, message: this.view.problem ?? UNREACHABLE };
    const { brandId, revision } = this.view.state;
    if (revision === null) return { ok: false, stale: false, message: "There is nothing to publish." };
    const answer = await reach(() => this.actions.publish({ brandId, revision, note }));
    const outcome = outcomeOf(answer, "Somebody published meanwhile. See what changed and merge your draft first.");
    if (outcome.ok) this.settle(outcome.data.state);
    // What it was refused for, such as approvals that do not count any more, is seen then.
    else if (answer !== null) await this.refresh();
    return outcome;
  };

  /** Has the hub publish the draft by itself. */
  readonly schedule = async (when: Omit<PublishSchedule, "brandId" | "revision">): Promise<Outcome<DraftState>> => {
    if (!(await this.flush())) return { ok: false, stale: false, message: this.view.problem ?? UNREACHABLE };
    const { brandId, revision } = this.view.state;
    if (revision === null) return { ok: false, stale: false, message: "There is nothing to publish." };
    const answer = await reach(() => this.actions.schedule({ brandId, revision, ...when }));
    const outcome = outcomeOf(answer, "Somebody published meanwhile. See what changed and merge your draft first.");
    if (outcome.ok) this.takeSchedule(outcome.data);
    else if (outcome.stale) await this.refresh();
    return outcome;
  };

  /** Has the hub not publish it by itself, and forgets that it could not. */
  readonly unschedule = async (): Promise<Outcome<DraftState>> => {
    const outcome = outcomeOf(await reach(() => this.actions.unschedule(this.view.state.brandId)), UNREACHABLE);
    if (outcome.ok) this.takeSchedule(outcome.data);
    return outcome;
  };

  /** Members who can be asked to review it by name, those whose name or email has the text in it. */
  readonly reviewers = async (search: string): Promise<Outcome<ReviewerMatches>> =>
    outcomeOf(await reach(() => this.actions.reviewers({ brandId: this.view.state.brandId, search })), UNREACHABLE);

  /** Asks others to look at the draft, as it is saved. */
  readonly requestReview = async (request: Omit<ReviewRequest, "brandId">): Promise<Outcome<DraftState>> => {
    if (!(await this.flush())) return { ok: false, stale: false, message: this.view.problem ?? UNREACHABLE };
    const { brandId } = this.view.state;
    const outcome = outcomeOf(await reach(() => this.actions.requestReview({ brandId, ...request })), UNREACHABLE);
    if (outcome.ok) {
      this.show({ state: { ...this.view.state, approvals: outcome.data.approvals } });
      this.environment.tell();
    }
    return outcome;
  };

  readonly discard = async (): Promise<Outcome<DraftState>> => {
    this.clearTimers();
    await this.running;
    const outcome = outcomeOf(await reach(() => this.actions.discard(this.view.state.brandId)), UNREACHABLE);
    if (outcome.ok) this.settle(outcome.data);
    else if (this.dirty) this.saveAfter(RETRY_MS.first);
    return outcome;
  };

  readonly previewMerge = async (): Promise<Outcome<MergePreview>> => {
    if (!(await this.flush())) return { ok: false, stale: false, message: this.view.problem ?? UNREACHABLE };
    const answer = await reach(() => this.actions.previewRebase(this.view.state.brandId));
    const outcome = outcomeOf(answer, "The draft is gone: it was published or discarded in another window.");
    if (outcome.ok) this.offer(outcome.data.state);
    return outcome;
  };

  readonly merge = async (revision: number, choices: MergeChoices): Promise<Outcome<DraftState>> => {
    const { brandId } = this.view.state;
    const answer = await reach(() => this.actions.rebase({ brandId, revision, choices }));
    const outcome = outcomeOf(answer, "The draft was saved meanwhile in another window. Look at the merge again.");
    if (outcome.ok) this.settle(outcome.data);
    return outcome;
  };

  /** Whatever else is being edited meanwhile stays. */
  private takeSchedule({ schedule, scheduleFailure }: DraftState): void {
    this.show({ state: { ...this.view.state, schedule, scheduleFailure } });
    this.environment.tell();
  }

  private show(part: Partial<DraftView>): void {
    this.view = { ...this.view, ...part };
    for (const watcher of this.watchers) watcher();
  }

  private adopt(state: DraftState): void {
    this.show({ state, status: statusOf(state), problem: null, fieldErrors: {} });
  }

  /** The hub answered with the whole truth: nothing of this window is left over. */
  private settle(state: DraftState): void {
    this.stored = this.edits;
    this.apart = false;
    this.adopt(state);
    this.afterSuccess();
  }

  private afterSuccess(): void {
    this.failures = 0;
    dropCopy(this.environment.storage, this.key);
    this.environment.tell();
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
    // What was approved is the draft before this edit.
    const approvals = { ...state.approvals, given: 0 };
    const told = { changes, updatedAt, approvals, asOfMs: updatedAt.getTime() };
    const saved = { ...state, ...told, revision: answer.data.revision };
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
    // The person typed on: what is shown is laid over the hub's state once more, when they pause.
    this.show({ status: "unsaved" });
    return false;
  }

  /** Somebody published: asks who and what, while the saved draft stays as it is shown. */
  private async learn(): Promise<void> {
    const answer = await reach(() => this.actions.load(this.view.state.brandId));
    if (answer?.status === "ok" && !this.dirty) this.adopt(answer.data);
  }

  private refuse(answer: OrStale<unknown>): boolean {
    const { message = UNREACHABLE, field } = answer.status === "error" ? answer : {};
    this.show({ fieldErrors: field ? { [field]: message } : {} });
    return this.fail("error", message, field === undefined);
  }

  /** A broken rule waits for the next edit; whatever else went wrong is tried again by itself, ever more seldom. */
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
