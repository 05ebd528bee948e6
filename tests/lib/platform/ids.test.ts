import { afterEach, expect, it, vi } from "vitest";
import { firstIdAt, isUuid, momentOfId, newId, newIdAt } from "@/lib/platform/ids";

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.useRealTimers());

it("makes unique, ordered ids, also within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
  expect(ids.filter((id) => !VERSION_7.test(id) || !isUuid(id))).toEqual([]);
});

it("keeps the order after the clock is set back", async () => {
  // A separate copy, so that later tests follow the real clock.
  vi.resetModules();
  const { newId } = await import("@/lib/platform/ids");
  vi.useFakeTimers();
  const atMs = Date.now() + 1_000;
  const ids = [atMs, atMs - 500, atMs - 500, atMs, atMs + 1].map((nowMs) => {
    vi.setSystemTime(nowMs);
    return newId();
  });
  expect(ids).toEqual(ids.toSorted());
  expect(ids.map((id) => momentOfId(id).getTime())).toEqual([atMs, atMs, atMs, atMs, atMs + 1]);
});

it("makes ids of a moment that are never below its first", () => {
  const moment = new Date(1_795_000_000_123);
  const ids = Array.from({ length: 1_000 }, () => newIdAt(moment));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(momentOfId(id)).toEqual(moment);
    expect(id >= firstIdAt(moment)).toBe(true);
  }
});

it("never shares random bits between ids", () => {
  const tails = Array.from({ length: 5_000 }, () => newId().slice(-11));
  expect(new Set(tails).size).toBe(tails.length);
});
