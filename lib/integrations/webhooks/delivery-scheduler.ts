import { TEST_EVENT_TYPE } from "./after-failure";
import type { ClaimedDelivery } from "./claim-due-deliveries";
import { type ClaimInput, MAX_IN_FLIGHT_PER_SUBSCRIPTION } from "./lock-due-subscriptions";
import type { Receiver } from "./receiver";

/** A delivery without a response gives up its slot after this time. */
export const SLOW_AFTER_MS = 1_000;
/** Claims without a slot are released after this time, because a tool can be paused at any moment. */
export const MAX_WAIT_MS = 1_000;
const SLOTS = 32;
const SLOTS_PER_TOOL = 8;
/** A quick tool may exceed its 8 slots while more than this many are free. */
const SPARE_SLOTS = 16;
/** Shared by all receivers whose last attempt timed out. */
const SLOTS_FOR_SLOW = 8;
/** Shared by those and by tools that didn't respond last time. */
const SLOTS_FOR_UNPROVEN = 24;
/**
 * A tool is quick if its last answer took at most `AHEAD_MS`. A claim also takes what its tools can send in that time.
 */
const AHEAD_MS = 50;
const MAX_AHEAD = 96;
/** Above this, another claim isn't worth its statements. */
const MAX_WAITING = 32;

/** Neither function rejects. */
export interface DeliveryTask {
  /**
   * `answeredMs`: duration of a 2xx, null after a timeout, else infinite, so that refusing tools get no extra claims.
   * `recorded` resolves once the attempt is stored.
   */
  send(): Promise<{ answeredMs: number | null; recorded: Promise<void> }>;
  /** Ends the claim without an attempt. */
  release(): Promise<void>;
}

interface Entry {
  delivery: ClaimedDelivery;
  task: DeliveryTask;
  /** `slow` ones still wait for a response but hold no slot. */
  phase: "waiting" | "sending" | "slow" | "answered";
  timer: NodeJS.Timeout;
  done: () => void;
}

const isActive = ({ phase }: Entry): boolean => phase === "waiting" || phase === "sending";
const subscriptionOf = ({ delivery: { toolSlug, brandId } }: Entry): string => `${toolSlug} ${brandId}`;

class Counter {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}

/**
 * Sends what this process has claimed. One per process, so overlapping ticks share its 32 slots.
 *
 * A tool uses at most 8 slots (a quick one 16 if free), a subscription 2. 8 slots are kept for tools that answered last
 * time. A delivery without a response after 1 s gives up its slot, and its receiver gets nothing more until it ends. So
 * hanging receivers don't slow the others. At most 32 a second turn slow and each ends after 10 s: at most 352 open
 * sockets. Quick tools get some claims beyond their slots, so that no slot waits for the database.
 */
export class DeliveryScheduler {
  private readonly entries = new Set<Entry>();
  /** Of each tool's last attempt, if answered in time. */
  private readonly durations = new Map<string, number>();
  private readonly used = new Counter();
  /** By subscription. */
  private readonly open = new Counter();
  private slotsLeft = SLOTS;
  private listeners: (() => void)[] = [];
  /** Counts changes that make another claim possible. */
  changes = 0;

  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  /**
   * Sends a delivery once it has a slot (a test at once), or releases it after `MAX_WAIT_MS`. Resolves once that is
   * stored.
   */
  schedule(delivery: ClaimedDelivery, task: DeliveryTask): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => void this.release(entry), MAX_WAIT_MS);
      const entry: Entry = { delivery, task, phase: "waiting", timer, done };
      this.entries.add(entry);
      // A person waits for the result.
      if (delivery.type === TEST_EVENT_TYPE) void this.start(entry);
      else this.fillSlots();
    });
  }

  claimLimits(tools: readonly string[]): ClaimInput {
    const all = [...this.entries];
    const active = all.filter(isActive);
    const activeOf = (slug: string) => active.filter(({ delivery }) => delivery.toolSlug === slug).length;
    const isUnproven = ({ delivery }: Entry) => delivery.wasSlow || !this.durations.has(delivery.toolSlug);
    const extra = tools.reduce((sum, slug) => sum + this.extraFor(slug), 0);
    return {
      tools: tools
        .map((slug) => ({
          slug,
          active: activeOf(slug),
          free: SLOTS_PER_TOOL + this.extraFor(slug) - activeOf(slug),
          each:
            Math.ceil((this.extraFor(slug) * MAX_IN_FLIGHT_PER_SUBSCRIPTION) / SLOTS_PER_TOOL) +
            MAX_IN_FLIGHT_PER_SUBSCRIPTION,
          answers: this.durations.has(slug),
        }))
        .filter((tool) => tool.free > 0),
      limit: Math.max(0, SLOTS + Math.min(MAX_AHEAD, extra) - active.length),
      slowLimit: Math.max(0, SLOTS_FOR_SLOW - active.filter(({ delivery }) => delivery.wasSlow).length),
      unprovenLimit: Math.max(0, SLOTS_FOR_UNPROVEN - active.filter(isUnproven).length),
      hanging: all
        .filter(({ phase }) => phase === "slow")
        .map(({ delivery: { toolSlug, host } }): Receiver => ({ toolSlug, host })),
      own: [...new Set(all.map(({ delivery }) => delivery.leaseToken))],
    };
  }

  change(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      this.listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Resolves once few deliveries wait for a slot, or they wait longer than planned. */
  async readyToClaim(): Promise<void> {
    const sinceMs = performance.now();
    while (this.count(({ phase }) => phase === "waiting") > MAX_WAITING && performance.now() - sinceMs < 2 * AHEAD_MS)
      await this.change(AHEAD_MS);
  }

  async settled(): Promise<void> {
    while (!this.isIdle) await this.change(SLOW_AFTER_MS);
  }

  /** Makes a waiting tick look for due deliveries at once. */
  wake(): void {
    this.notifyChange();
  }

  private count(is: (entry: Entry) => boolean): number {
    let count = 0;
    for (const entry of this.entries) if (is(entry)) count += 1;
    return count;
  }

  private extraFor(toolSlug: string): number {
    const durationMs = this.durations.get(toolSlug);
    if (durationMs === undefined) return 0;
    return Math.min(MAX_AHEAD, Math.floor((SLOTS_PER_TOOL * AHEAD_MS) / Math.max(1, durationMs)));
  }

  private fillSlots(): void {
    for (const entry of this.entries) {
      if (this.slotsLeft <= 0) return;
      if (entry.phase === "waiting" && this.hasSlot(entry)) void this.start(entry);
    }
  }

  private hasSlot(entry: Entry): boolean {
    const { toolSlug } = entry.delivery;
    const isQuick = (this.durations.get(toolSlug) ?? Number.POSITIVE_INFINITY) <= AHEAD_MS;
    const canUseSpare = isQuick && this.slotsLeft > SPARE_SLOTS;
    return (
      (this.used.of(toolSlug) < SLOTS_PER_TOOL || canUseSpare) &&
      this.open.of(subscriptionOf(entry)) < MAX_IN_FLIGHT_PER_SUBSCRIPTION
    );
  }

  private async start(entry: Entry): Promise<void> {
    const { toolSlug } = entry.delivery;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.markSlow(entry), SLOW_AFTER_MS);
    entry.phase = "sending";
    this.takeSlot(toolSlug, 1);
    this.open.add(subscriptionOf(entry), 1);
    const { answeredMs, recorded } = await entry.task.send();
    clearTimeout(entry.timer);
    if (entry.phase === "sending") this.takeSlot(toolSlug, -1);
    this.open.add(subscriptionOf(entry), -1);
    entry.phase = "answered";
    if (answeredMs === null) this.durations.delete(toolSlug);
    else this.durations.set(toolSlug, answeredMs);
    this.fillSlots();
    this.notifyChange();
    await recorded;
    this.end(entry);
  }

  private markSlow(entry: Entry): void {
    const { toolSlug } = entry.delivery;
    entry.phase = "slow";
    this.takeSlot(toolSlug, -1);
    this.durations.delete(toolSlug);
    for (const other of this.entries)
      if (other.phase === "waiting" && other.delivery.toolSlug === toolSlug) void this.release(other);
    this.fillSlots();
    this.notifyChange();
  }

  private async release(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    entry.phase = "answered";
    await entry.task.release();
    this.end(entry);
  }

  private end(entry: Entry): void {
    this.entries.delete(entry);
    entry.done();
    this.notifyChange();
  }

  private takeSlot(toolSlug: string, change: 1 | -1): void {
    this.used.add(toolSlug, change);
    this.slotsLeft -= change;
  }

  private notifyChange(): void {
    this.changes += 1;
    const listeners = this.listeners;
    this.listeners = [];
    for (const listener of listeners) listener();
  }
}
