import { expect, it } from "vitest";
import { isoText, present } from "@/lib/platform/describe-error";

it("writes each moment as a date does, whichever was asked for before", () => {
  const moments = [0, 1, 1, 1_795_000_000_123, 0, -1].map((ms) => new Date(ms));
  expect(moments.map(isoText)).toEqual(moments.map((moment) => moment.toISOString()));
});

it("refuses what is no moment", () => {
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
});

it("gives the present as a date", () => {
  const beforeMs = Date.now();
  expect(present()).toBeInstanceOf(Date);
  expect(present().getTime()).toBeGreaterThanOrEqual(beforeMs);
});
