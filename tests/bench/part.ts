/** Results of one round. */
export interface Measured {
  /** In the pair's unit. */
  value: number;
  requests?: number;
  /** 99th percentile. */
  p99Ms?: number;
  /** More results by name, such as CPU milliseconds per request. */
  beside?: Record<string, number>;
}

/** Measures for about this many seconds. */
export type Measure = (seconds: number) => Promise<Measured>;

/** A measurement of the hub, and of an anchor that does similar work without being a hub. */
export interface Pair {
  what: string;
  /** Absent if the goal is an absolute value. */
  anchor?: { what: string; measure: Measure };
  hub: Measure;
  unit: string;
  /** For the ratio to the anchor, or the hub's value without one. Absent if the row only gives context. */
  goal?: { atLeast: number } | { atMost: number };
  /** Maximum ratio of the hub's p99 to the anchor's. */
  p99AtMost?: number;
  /** Set if a round takes long or is exact. */
  rounds?: number;
  /** Warm-up of each, set if code needs longer to be optimised. */
  warmSeconds?: number;
}

/** Measurements that share a hub, in one file of `parts`. */
export interface Part {
  name: string;
  what: string;
  /** Starts everything to measure. Started resources go onto the stack, which closes them. */
  open(stack: ResourceStack): Promise<Pair[]>;
}

/** Closes a part's resources in reverse order, even if opening failed midway. */
export class ResourceStack {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Adds a resource and how to close it. */
  add<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
    this.closers.push(() => close(thing));
    return thing;
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

/** A measured pair, as printed and saved. */
export interface Row {
  part: string;
  what: string;
  anchor: string;
  unit: string;
  anchorValue: number | null;
  hubValue: number;
  ratio: number | null;
  p99: { anchorMs: number | null; hubMs: number; ratio: number | null } | null;
  goal: string;
  /** null without a goal. */
  holds: boolean | null;
  beside: Record<string, number>;
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

const present = (values: (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

/** The median of each value over several rounds. */
function middleOf(rounds: Measured[]): Measured {
  const p99s = present(rounds.map(({ p99Ms }) => p99Ms));
  const names = Object.keys(rounds[0]?.beside ?? {});
  return {
    value: median(rounds.map(({ value }) => value)),
    p99Ms: p99s.length > 0 ? median(p99s) : undefined,
    beside: Object.fromEntries(
      names.map((name) => [name, median(present(rounds.map((round) => round.beside?.[name])))]),
    ),
  };
}

function meets(goal: Pair["goal"], figure: number): boolean | null {
  if (!goal) return null;
  return "atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}

function goalText({ goal, anchor, unit, p99AtMost }: Pair): string {
  if (!goal) return "";
  const of = anchor ? "×" : ` ${unit}`;
  const rate = "atLeast" in goal ? `≥ ${goal.atLeast}${of}` : `≤ ${goal.atMost}${of}`;
  return p99AtMost === undefined ? rate : `${rate}, p99 ≤ ${p99AtMost}×`;
}

export const WARM_SECONDS = 3;

/**
 * Measures hub and anchor alternately, so both run on the same machine load. First comes a warm-up round of each, in
 * which hot code is optimised.
 */
export async function measurePair(
  part: string,
  pair: Pair,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Row> {
  const anchors: Measured[] = [];
  const hubs: Measured[] = [];
  const { warmSeconds = WARM_SECONDS } = pair;
  await pair.anchor?.measure(warmSeconds);
  await pair.hub(warmSeconds);
  for (let round = 0; round < (pair.rounds ?? rounds); round += 1) {
    if (pair.anchor) anchors.push(await pair.anchor.measure(seconds));
    hubs.push(await pair.hub(seconds));
  }
  const hub = middleOf(hubs);
  const anchor = pair.anchor ? middleOf(anchors) : null;
  const ratio = anchor ? hub.value / anchor.value : null;
  const p99Ratio = anchor?.p99Ms && hub.p99Ms !== undefined ? hub.p99Ms / anchor.p99Ms : null;
  const soonEnough = pair.p99AtMost === undefined || (p99Ratio !== null && p99Ratio <= pair.p99AtMost);
  const holds = meets(pair.goal, ratio ?? hub.value);
  return {
    part,
    what: pair.what,
    anchor: pair.anchor?.what ?? "",
    unit: pair.unit,
    anchorValue: anchor?.value ?? null,
    hubValue: hub.value,
    ratio,
    p99: hub.p99Ms === undefined ? null : { anchorMs: anchor?.p99Ms ?? null, hubMs: hub.p99Ms, ratio: p99Ratio },
    goal: goalText(pair),
    holds: holds === null ? null : holds && soonEnough,
    beside: hub.beside ?? {},
  };
}
