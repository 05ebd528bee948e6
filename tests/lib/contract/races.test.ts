import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChildRace, type RaceAction } from "@/tests/support/child-race";
import { inForm } from "@/tests/support/in-form";
import { KIT_STORES, type KitStores } from "@/tests/support/kit-stores";

const index = fc.nat({ max: 11 });
const process = fc.nat({ max: 2 });
/** Mostly the first brand, so that more happens to it. */
const brand = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const weighted: [number, fc.Arbitrary<RaceAction>][] = [
  [
    12,
    fc.record({
      do: fc.constant("get"),
      brand,
      process,
      needUrls: fc.boolean(),
      steps: fc.nat({ max: 6 }),
      dies: fc.boolean(),
    }),
  ],
  [
    8,
    fc.record({
      do: fc.constant("step"),
      process,
      which: fc.nat({ max: 1 }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  ],
  [6, fc.record({ do: fc.constant("announce"), brand, process })],
  [2, fc.record({ do: fc.constant("deliver"), delivery: index, process })],
  [1, fc.record({ do: fc.constant("publish"), brand })],
  [1, fc.record({ do: fc.constant("die"), process })],
  [1, fc.record({ do: fc.constant("send event") })],
  [1, fc.record({ do: fc.constant("replay"), delivery: index })],
  [1, fc.record({ do: fc.constant("fail"), which: index })],
  [3, fc.record({ do: fc.constant("refuse"), which: index, status: fc.constantFrom(403, 429, 500, null) })],
  [2, fc.record({ do: fc.constant("wait"), minutes: fc.integer({ min: 1, max: 40 }) })],
  [1, fc.record({ do: fc.constantFrom("rotate", "retire") })],
  [1, fc.record({ do: fc.constant("adopt"), process })],
];
const action = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
/** Short, because later actions could repair an error. */
const actions = fc.array(action, { maxLength: 15, size: "max" });
/** Known difficult cases, always tried. The first two once failed. */
const read = { do: "get", brand: 0, needUrls: false } as const;
const announced = { do: "announce", brand: 0, process: 1 } as const;
const FOUND: RaceAction[][] = [
  // One process reads. Another clears the mark and dies before the first one's read ends.
  [
    { ...read, process: 0, steps: 6, dies: false },
    { do: "wait", minutes: 30 },
    { ...read, process: 0, needUrls: true, steps: 3, dies: false },
    announced,
    { ...read, process: 2, steps: 2, dies: true },
  ],
  // The announcement reaches another process than the one reading the brand for the first time.
  [{ ...read, process: 0, steps: 3, dies: false }, announced],
  // A read ends after one that started later and returned more.
  [{ ...read, process: 0, steps: 3, dies: false }, announced, { ...read, process: 2, steps: 6, dies: false }],
  // The read that cleared the mark fails.
  [
    { ...read, process: 0, steps: 6, dies: false },
    announced,
    { ...read, process: 2, steps: 2, dies: false },
    { do: "refuse", which: 0, status: 500 },
  ],
];
/** Random races of each store, in addition to `FOUND`. */
const RUNS = inForm<Record<string, number>>({
  short: { memory: 150, SQLite: 30, "node:sqlite": 30, PGlite: 6, pg: 6 },
  full: { memory: 1500, SQLite: 500, "node:sqlite": 500, PGlite: 100, pg: 100 },
});

describe.each(Object.entries(KIT_STORES))("a tool with several processes on %s", (name, open) => {
  let stores: KitStores;
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  it("ends with the current version after random races, and never has a lower one, another brand's or an expired URL", async () => {
    const property = fc.asyncProperty(actions, async (happening) => {
      await stores.clear();
      const race = new ChildRace(() => stores.another());
      for (const one of happening) await race.act(one);
      await race.quieten();
    });
    const examples = FOUND.map((happening): [RaceAction[]] => [happening]);
    const numRuns = examples.length + Number(globalThis.process.env.RACES ?? RUNS[name]);
    await expect(fc.assert(property, { numRuns, examples })).resolves.toBeUndefined();
  });
});
