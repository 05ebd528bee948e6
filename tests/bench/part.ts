/** What one round of measuring gave. */
export interface Measured {
  /** In the pair's unit. */
  value: number;
  /** How many were answered. */
  requests?: number;
  /** The time that one request in a hundred exceeded. */
  p99Ms?: number;
  /** What is worth saying besides, by name: CPU milliseconds per request, say. */
  beside?: Record<string, number>;
}

/** Measures for about so long. */
export type Measure = (seconds: number) => Promise<Measured>;

/** What the hub does, and what does about the same beside it without being a hub. */
export interface Pair {
  what: string;
  /** Absent where the goal is a figure by itself. */
  anchor?: { what: string; measure: Measure };
  hub: Measure;
  unit: string;
  /** Of the ratio to the anchor, or of the hub's figure where there is none; absent where a row only stands beside others. */
  goal?: { atLeast: number } | { atMost: number };
  /** How many times the anchor's p99 the hub's may be. */
  p99AtMost?: number;
  /** Where one round takes long or is exact. */
  rounds?: number;
  /** Of the turn each that does not count, where code takes longer to be compiled. */
  warmSeconds?: number;
}

/** What is measured together, on a hub of its own. Each stands in a file of `parts`. */
export interface Part {
  name: string;
  what: string;
  /** Puts up what is to be measured; whatever is opened goes onto the stack, which is taken down afterwards. */
  open(stack: Opened): Promise<Pair[]>;
}

/** What a part has opened: taken down in the opposite order, also where opening failed midway. */
export class Opened {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Keeps what was opened, with what ends it. */
  add<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
    this.closers.push(() => close(thing));
    return thing;
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

/** A measured pair, as it is printed and kept. */
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
  /** Null without a goal. */
  holds: boolean | null;
  beside: Record<string, number>;
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

const present = (values: (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

/** The median of each figure of several rounds. */
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

/** Measures a pair by turns, so that both meet the same machine, after a turn each that does not count, in which code that is run often is compiled. */
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
