import { TEST_EVENT_TYPE } from "./after-failure";
import type { ClaimedDelivery } from "./claim-due-deliveries";
import { type ClaimInput, MAX_IN_FLIGHT_PER_SUBSCRIPTION } from "./lock-due-subscriptions";
import type { Receiver } from "./receiver";

/** After this time without an answer a delivery gives up its slot. */
export const SLOW_AFTER_MS = 1_000;
/** Undelivered claims go back after this time, because a pause or revocation can happen at any moment. */
export const WAITS_AT_MOST_MS = 1_000;
const SLOTS = 32;
const SLOTS_PER_TOOL = 8;
/** A quick tool may exceed its 8 slots while more than this many are free. */
const SPARE_SLOTS = 16;
/** Shared by all receivers whose last attempt timed out. */
const SLOTS_FOR_SLOW = 8;
/** Shared by those and by tools that gave no answer last time. The other slots stay free for responsive tools. */
const SLOTS_FOR_DOUBTED = 24;
/**
 * A tool is quick if its last answer took at most `AHEAD_MS`. A claim also takes what its tools can send in that time,
 * up to `MOST_AHEAD`.
 */
const AHEAD_MS = 50;
const MOST_AHEAD = 96;
/** With more than this many waiting for a slot, another claim isn't worth its statements. */
const STOCK = 32;

/** How to handle a claimed delivery. Neither function rejects. */
export interface Work {
  /**
   * Sends it. `answeredMs` is the duration of a 2xx, null after a timeout and infinite otherwise, so refusing tools get
   * no extra claims.
   * `recorded` resolves once the attempt is stored.
   */
  send(): Promise<{ answeredMs: number | null; recorded: Promise<void> }>;
  /** Ends the claim without an attempt. */
  giveBack(): Promise<void>;
}

interface Entry {
  delivery: ClaimedDelivery;
  work: Work;
  /** A `slow` delivery still waits for its answer but holds no slot. */
  phase: "waiting" | "sending" | "slow" | "answered";
  timer: NodeJS.Timeout;
  over: () => void;
}

const isUnderWay = ({ phase }: Entry): boolean => phase === "waiting" || phase === "sending";
const subscriptionOf = ({ delivery: { toolSlug, brandId } }: Entry): string => `${toolSlug} ${brandId}`;

class Tally {
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
 * Sends the deliveries that this process has claimed. One per process, so overlapping ticks share its 32 slots.
 *
 * A tool uses at most 8 slots (a quick one up to 16 if free), a subscription 2. 8 slots are kept for tools that
 * answered last time.
 * After a second without an answer a delivery gives up its slot, and its receiver gets nothing more until it ends.
 * So hanging receivers don't slow the others. At most 32 a second turn slow and each ends after 10 s: at most 352
 * sockets are open.
 * For quick tools it claims a few more than it has slots, so that no slot waits for the database.
 */
export class InFlight {
  private readonly entries = new Set<Entry>();
  /** Duration of each tool's last attempt, if answered in time. */
  private readonly paces = new Map<string, number>();
  private readonly used = new Tally();
  /** Open requests by subscription. */
  private readonly open = new Tally();
  private slotsLeft = SLOTS;
  private waiting: (() => void)[] = [];
  /** Counts what could make another claim possible: an ended, slow or recorded delivery. */
  changes = 0;

  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  /**
   * Sends a claimed delivery once it has a slot, a test at once. Without a slot in time, releases it. Resolves once
   * that is stored.
   */
  take(delivery: ClaimedDelivery, work: Work): Promise<void> {
    return new Promise((over) => {
      const timer = setTimeout(() => void this.giveBack(entry), WAITS_AT_MOST_MS);
      const entry: Entry = { delivery, work, phase: "waiting", timer, over };
      this.entries.add(entry);
      // A person waits for a test's result, especially when nothing else gets through.
      if (delivery.type === TEST_EVENT_TYPE) void this.begin(entry);
      else this.fillSlots();
    });
  }

  /** Limits for the next claim. */
  room(tools: readonly string[]): ClaimInput {
    const all = [...this.entries];
    const underWay = all.filter(isUnderWay);
    const held = (slug: string) => underWay.filter(({ delivery }) => delivery.toolSlug === slug).length;
    const isDoubted = ({ delivery }: Entry) => delivery.wasSlow || !this.paces.has(delivery.toolSlug);
    const ahead = tools.reduce((sum, slug) => sum + this.aheadOf(slug), 0);
    return {
      tools: tools
        .map((slug) => ({
          slug,
          held: held(slug),
          free: SLOTS_PER_TOOL + this.aheadOf(slug) - held(slug),
          each:
            Math.ceil((this.aheadOf(slug) * MAX_IN_FLIGHT_PER_SUBSCRIPTION) / SLOTS_PER_TOOL) +
            MAX_IN_FLIGHT_PER_SUBSCRIPTION,
          answers: this.paces.has(slug),
        }))
        .filter((tool) => tool.free > 0),
      limit: Math.max(0, SLOTS + Math.min(MOST_AHEAD, ahead) - underWay.length),
      limitOfSlow: Math.max(0, SLOTS_FOR_SLOW - underWay.filter(({ delivery }) => delivery.wasSlow).length),
      limitOfDoubted: Math.max(0, SLOTS_FOR_DOUBTED - underWay.filter(isDoubted).length),
      hanging: all
        .filter(({ phase }) => phase === "slow")
        .map(({ delivery: { toolSlug, host } }): Receiver => ({ toolSlug, host })),
      own: [...new Set(all.map(({ delivery }) => delivery.leaseToken))],
    };
  }

  /** Resolves at the next change, or after this time. */
  change(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /**
   * Resolves once few deliveries wait for a slot, or they wait longer than planned while other tools have free slots.
   */
  async worthClaiming(): Promise<void> {
    const sinceMs = performance.now();
    while (this.count(({ phase }) => phase === "waiting") > STOCK && performance.now() - sinceMs < 2 * AHEAD_MS)
      await this.change(AHEAD_MS);
  }

  /** Resolves once everything in flight has ended. */
  async settled(): Promise<void> {
    while (!this.isIdle) await this.change(SLOW_AFTER_MS);
  }

  /** Makes a waiting tick look for due deliveries at once. */
  wake(): void {
    this.tellChange();
  }

  private count(is: (entry: Entry) => boolean): number {
    let count = 0;
    for (const entry of this.entries) if (is(entry)) count += 1;
    return count;
  }

  /** How many deliveries of a tool are claimed beyond its slots. */
  private aheadOf(toolSlug: string): number {
    const paceMs = this.paces.get(toolSlug);
    if (paceMs === undefined) return 0;
    return Math.min(MOST_AHEAD, Math.floor((SLOTS_PER_TOOL * AHEAD_MS) / Math.max(1, paceMs)));
  }

  /** Starts waiting deliveries that have a slot, oldest claim first. */
  private fillSlots(): void {
    for (const entry of this.entries) {
      if (this.slotsLeft <= 0) return;
      if (entry.phase === "waiting" && this.hasSlot(entry)) void this.begin(entry);
    }
  }

  private hasSlot(entry: Entry): boolean {
    const { toolSlug } = entry.delivery;
    const isQuick = (this.paces.get(toolSlug) ?? Number.POSITIVE_INFINITY) <= AHEAD_MS;
    const maySpare = isQuick && this.slotsLeft > SPARE_SLOTS;
    return (
      (this.used.of(toolSlug) < SLOTS_PER_TOOL || maySpare) &&
      this.open.of(subscriptionOf(entry)) < MAX_IN_FLIGHT_PER_SUBSCRIPTION
    );
  }

  private async begin(entry: Entry): Promise<void> {
    const { toolSlug } = entry.delivery;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.turnSlow(entry), SLOW_AFTER_MS);
    entry.phase = "sending";
    this.takeSlot(toolSlug, 1);
    this.open.add(subscriptionOf(entry), 1);
    const { answeredMs, recorded } = await entry.work.send();
    clearTimeout(entry.timer);
    if (entry.phase === "sending") this.takeSlot(toolSlug, -1);
    this.open.add(subscriptionOf(entry), -1);
    entry.phase = "answered";
    if (answeredMs === null) this.paces.delete(toolSlug);
    else this.paces.set(toolSlug, answeredMs);
    this.fillSlots();
    this.tellChange();
    await recorded;
    this.end(entry);
  }

  private turnSlow(entry: Entry): void {
    const { toolSlug } = entry.delivery;
    entry.phase = "slow";
    this.takeSlot(toolSlug, -1);
    this.paces.delete(toolSlug);
    for (const other of this.entries)
      if (other.phase === "waiting" && other.delivery.toolSlug === toolSlug) void this.giveBack(other);
    this.fillSlots();
    this.tellChange();
  }

  private async giveBack(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    entry.phase = "answered";
    await entry.work.giveBack();
    this.end(entry);
  }

  private end(entry: Entry): void {
    this.entries.delete(entry);
    entry.over();
    this.tellChange();
  }

  private takeSlot(toolSlug: string, change: 1 | -1): void {
    this.used.add(toolSlug, change);
    this.slotsLeft -= change;
  }

  private tellChange(): void {
    this.changes += 1;
    const told = this.waiting;
    this.waiting = [];
    for (const tell of told) tell();
  }
}
