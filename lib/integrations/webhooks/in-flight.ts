import { TEST_EVENT_TYPE } from "./after-failure";
import type { ClaimedDelivery } from "./claim-due-deliveries";
import { type ClaimInput, MAX_IN_FLIGHT_PER_SUBSCRIPTION } from "./lock-due-subscriptions";
import type { Receiver } from "./receiver";

/** Who has not answered for so long gives its slot to others. */
export const SLOW_AFTER_MS = 1_000;
/** What found no slot for so long is given back: who may be sent to can change at any moment. */
export const WAITS_AT_MOST_MS = 1_000;
const SLOTS = 32;
const SLOTS_PER_TOOL = 8;
/** Beyond its eight a quick tool takes slots that nobody else uses, as long as so many are left. */
const SPARE_SLOTS = 16;
/** For all receivers together whose last attempt ran out of time. */
const SLOTS_FOR_SLOW = 8;
/** For these and all tools that did not answer last time; the others are kept for those that did. */
const SLOTS_FOR_DOUBTED = 24;
/** A tool is quick if its last answer took no longer. Claimed ahead of its slots is what it takes in this time; of one tool and of all at most so many. */
const AHEAD_MS = 50;
const MOST_AHEAD = 96;
/** While more than so many wait for a slot, a claim is not worth its statements. */
const STOCK = 32;

/** What is done with a claimed delivery. Nothing of it rejects. */
export interface Work {
  /**
   * Sends it, and says how long its acceptance took: null where no answer came in time, and without end where the answer was another, since nothing is
   * to be claimed ahead for who refuses. `recorded` is over once that is written down.
   */
  send(): Promise<{ answeredMs: number | null; recorded: Promise<void> }>;
  /** Ends the claim of what was not begun. */
  giveBack(): Promise<void>;
}

interface Entry {
  delivery: ClaimedDelivery;
  work: Work;
  /** `slow` ones wait for their answer, and cost nothing but a socket. */
  phase: "waiting" | "sending" | "slow" | "answered";
  timer: NodeJS.Timeout;
  over: () => void;
}

const isUnderWay = ({ phase }: Entry): boolean => phase === "waiting" || phase === "sending";
const subscriptionOf = ({ delivery: { toolSlug, brandId } }: Entry): string => `${toolSlug} ${brandId}`;

/** How many there are of each. */
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
 * What a process is sending: one for all of it, so that ticks that overlap share its slots.
 *
 * Of 32 slots a tool has at most 8 (a quick one 16 while the others are free), a subscription 2, and 8 are kept for tools that answered last time. Whoever takes over a second gives its
 * slot back, and its receiver is sent nothing more until it is over: however many hang, they cost those that answer nothing. At most 32 a
 * second turn slow and each is over after 10, so that no more than 352 are open at a time. For tools that answer quickly a few are claimed
 * ahead, so that no slot is empty while the database is asked for more.
 */
export class InFlight {
  private readonly entries = new Set<Entry>();
  /** How long the last attempt of a tool took that ended here, where it had an answer in time. */
  private readonly paces = new Map<string, number>();
  private readonly used = new Tally();
  /** Requests that are open, by subscription. */
  private readonly open = new Tally();
  private slotsLeft = SLOTS;
  private waiting: (() => void)[] = [];
  /** How often there was a reason to look again: something ended, turned slow, or was recorded. */
  changes = 0;

  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  /** Has a claimed delivery sent as soon as it has a slot, a test at once, or given back; resolves once that is over and written down. */
  take(delivery: ClaimedDelivery, work: Work): Promise<void> {
    return new Promise((over) => {
      const timer = setTimeout(() => void this.giveBack(entry), WAITS_AT_MOST_MS);
      const entry: Entry = { delivery, work, phase: "waiting", timer, over };
      this.entries.add(entry);
      // Somebody waits for what a test says, most of all where nothing else is answered.
      if (delivery.type === TEST_EVENT_TYPE) void this.begin(entry);
      else this.fillSlots();
    });
  }

  /** What a claim for these tools may take at this moment. */
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

  /** Resolves once there is a reason to look again, or after so long. */
  change(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Resolves once a claim is worth its statements: little waits for a slot, or what does takes longer than it was to, and others have slots free. */
  async worthClaiming(): Promise<void> {
    const sinceMs = performance.now();
    while (this.count(({ phase }) => phase === "waiting") > STOCK && performance.now() - sinceMs < 2 * AHEAD_MS)
      await this.change(AHEAD_MS);
  }

  /** Resolves once nothing that is under way now is so any more. */
  async settled(): Promise<void> {
    while (!this.isIdle) await this.change(SLOW_AFTER_MS);
  }

  /** Has a tick that waits for something to end look at once for what is due. */
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

  /** Begins what waits and has a slot, the longest claimed first. */
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
