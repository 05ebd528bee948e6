import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gatherLines } from "@/lib/platform/log";

let written: string[];
let flushed: number[];
const gathering = () =>
  gatherLines(
    { write: (text) => written.push(text), flushSync: () => flushed.push(written.length) },
    { length: 10, withinMs: 100 },
  );

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  flushed = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it("writes whole lines in batches, in order, at the length limit", () => {
  const lines = gathering();
  for (const line of ["one\n", "two\n", "three\n", "four\n"]) lines.write(line);
  expect(written).toEqual(["one\ntwo\nthree\n"]);
});

it("writes waiting lines after the interval, and nothing if there are none", () => {
  const lines = gathering();
  lines.write("one\n");
  vi.advanceTimersByTime(99);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(["one\n"]);
  vi.advanceTimersByTime(1_000);
  expect(written).toEqual(["one\n"]);
});

it("writes waiting lines before the process exits", () => {
  const lines = gathering();
  lines.write("one\n");
  lines.flushSync();
  expect([written, flushed]).toEqual([["one\n"], [1]]);
});
