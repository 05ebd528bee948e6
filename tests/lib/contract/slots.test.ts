import { expect, it } from "vitest";
import { Slots } from "@/lib/contract/slots";

it("runs at most the given number at once, in order, failures included", async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3, 4].map((number) =>
    slots.use(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => {
        ends.push(resolve);
      });
      if (number === 1) throw new Error("failed");
      return number;
    }),
  );
  const all = Promise.allSettled(works);
  await Promise.resolve();
  for (let ended = 0; ended < 5; ended += 1) {
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, Math.min(5, ended + 2)));
    ends[ended]?.();
    await Promise.allSettled([works[ended]]);
    await new Promise(setImmediate);
  }
  expect((await all).map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
    0,
    "failed",
    2,
    3,
    4,
  ]);
});
