import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventLoopLagMs, stalledMs } from "@/lib/platform/event-loop";
import { log } from "@/lib/platform/log";
import { inStatement } from "@/lib/platform/statements";

const kept = globalThis as { hubEventLoop?: unknown };
let nowMs = 0;
beforeEach(() => {
  kept.hubEventLoop = undefined;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.useFakeTimers({ toFake: ["setInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  kept.hubEventLoop = undefined;
});

/** A busy process samples nothing meanwhile. A waiting one samples all the time. */
const isBusy = (ms: number) => {
  nowMs += ms;
};
const looks = () => void vi.advanceTimersByTime(20);
const waits = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 20) {
    nowMs += 20;
    looks();
  }
};

it("measures event-loop delay, also while it lasts", () => {
  expect(stalledMs()).toBe(0);
  waits(500);
  expect([stalledMs(), eventLoopLagMs()]).toEqual([0, 0]);
  isBusy(520);
  expect([stalledMs(), eventLoopLagMs()]).toEqual([500, 500]);
  looks();
  isBusy(320);
  looks();
  expect([stalledMs(), eventLoopLagMs()]).toEqual([800, 500]);
  waits(21_000);
  expect([stalledMs(), eventLoopLagMs()]).toEqual([800, 0]);
});

it("logs a statement as slow only if the database took the time, not a busy process", async () => {
  const said = vi.spyOn(log, "info").mockReturnValue();
  await inStatement("select 1 from brands", async () => {
    isBusy(3_000);
    looks();
    isBusy(3_000);
  });
  looks();
  expect(said).not.toHaveBeenCalled();
  await inStatement("select 2 from brands", async () => {
    waits(300);
    isBusy(3_020);
  });
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ durationMs: 320, statement: "select 2 from brands" }),
    "slow statement",
  );
});
