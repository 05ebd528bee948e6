import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "@/lib/platform/timing";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs the first call at once, and once more for all calls within the interval", () => {
  const work = vi.fn();
  const { call } = throttle(250, work);
  call();
  expect(work).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 10; count += 1) call();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  call();
  expect(work).toHaveBeenCalledTimes(3);
});

it("runs once per interval while it is called", () => {
  const work = vi.fn();
  const { call } = throttle(250, work);
  for (let passedMs = 0; passedMs < 1_000; passedMs += 10) {
    call();
    vi.advanceTimersByTime(10);
  }
  expect(work).toHaveBeenCalledTimes(5);
});

it("flush runs a waiting call, and nothing otherwise", () => {
  const work = vi.fn();
  const { call, flush } = throttle(250, work);
  flush();
  expect(work).not.toHaveBeenCalled();
  call();
  call();
  flush();
  flush();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});
