import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atMostEvery } from "@/lib/platform/timing";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("works at once for who asks first, and once for all who ask in the time after that", () => {
  const work = vi.fn();
  const { ask } = atMostEvery(250, work);
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  for (let asked = 0; asked < 10; asked += 1) ask();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
});

it("goes on at its pace as long as it is asked", () => {
  const work = vi.fn();
  const { ask } = atMostEvery(250, work);
  for (let passedMs = 0; passedMs < 1_000; passedMs += 10) {
    ask();
    vi.advanceTimersByTime(10);
  }
  expect(work).toHaveBeenCalledTimes(5);
});

it("does what it owes when told to, and nothing where it owes nothing", () => {
  const work = vi.fn();
  const { ask, flush } = atMostEvery(250, work);
  flush();
  expect(work).not.toHaveBeenCalled();
  ask();
  ask();
  flush();
  flush();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});
