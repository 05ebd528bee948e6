import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { startTickLoop, stopTickLoop, wakeTickLoop } from "@/lib/runtime/tick-loop";

log.level = "silent";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await stopTickLoop();
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;
const woken = (run: () => Promise<unknown>) => ({ name: "deliveries", run, isWoken: true });

it("ticks at once and then every minute", async () => {
  const tick = vi.fn(async () => {});
  startTickLoop(woken(tick));
  expect(tick).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(tick).toHaveBeenCalledTimes(4);
});

it("never runs two ticks at a time", async () => {
  let finish = () => {};
  const tick = vi.fn(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  startTickLoop(woken(tick));
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(tick).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(tick).toHaveBeenCalledTimes(2);
  finish();
});

it("runs ticks independently, wakes outbox senders and spreads the rest", async () => {
  const hanging = vi.fn(() => new Promise<void>(() => {}));
  const other = vi.fn(async () => {});
  const chore = { name: "audit", run: vi.fn(async () => {}), isWoken: false };
  startTickLoop(woken(hanging), woken(other), chore);
  expect([other, chore.run].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  wakeTickLoop();
  expect([hanging, other, chore.run].map(({ mock }) => mock.calls.length)).toEqual([1, 3, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(chore.run).toHaveBeenCalledTimes(2);
  hanging.mockClear();
  // It never ends, and the next test's loop must not wait for it.
  Object.assign(globalThis, { hubTickLoop: undefined });
});

it("gives up a hung tick after minutes and continues", async () => {
  const hanging = vi.fn(() => new Promise<void>(() => {}));
  startTickLoop(woken(hanging));
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(hanging).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(hanging).toHaveBeenCalledTimes(2);
  Object.assign(globalThis, { hubTickLoop: undefined });
});

it("names a failed tick and continues", async () => {
  const logged = vi.spyOn(log, "error");
  const tick = vi.fn(async () => {
    throw new Error("the database is away");
  });
  startTickLoop(woken(tick));
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(tick).toHaveBeenCalledTimes(3);
  expect(logged).toHaveBeenLastCalledWith({ err: expect.any(Error), tick: "deliveries" }, "tick failed");
});

it("starts only once per process", async () => {
  const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})];
  startTickLoop(woken(first));
  startTickLoop(woken(second));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).not.toHaveBeenCalled();
});

it("waits for the running tick on stop, then stops ticking", async () => {
  let finish = () => {};
  const tick = vi.fn(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  startTickLoop(woken(tick));
  const stopped = vi.fn();
  const stopping = stopTickLoop().then(stopped);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(tick).toHaveBeenCalledTimes(1);
});
