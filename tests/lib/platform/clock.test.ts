import { expect, it } from "vitest";
import { isoText, present } from "@/lib/platform/clock";

it("formats each moment like Date, whatever was formatted before", () => {
  const moments = [0, 1, 1, 1_795_000_000_123, 0, -1].map((ms) => new Date(ms));
  expect(moments.map(isoText)).toEqual(moments.map((moment) => moment.toISOString()));
});

it("throws for an invalid date", () => {
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
});

it("returns the current time as a Date", () => {
  const beforeMs = Date.now();
  expect(present()).toBeInstanceOf(Date);
  expect(present().getTime()).toBeGreaterThanOrEqual(beforeMs);
});
