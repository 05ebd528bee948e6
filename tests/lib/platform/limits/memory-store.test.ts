import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { enter } from "./enter";

function withClock(options: { maxKeys?: number } = {}) {
  const clock = { nowMs: 0 };
  return { clock, store: new MemoryStore({ nowMs: () => clock.nowMs, ...options }) };
}
const minute = { limit: 60, windowMs: 60_000 };

describe("take", () => {
  it("admits exactly the limit in every rolling window and never refuses what fits", async () => {
    const steps = fc.array(fc.record({ advanceMs: fc.nat(15), key: fc.constantFrom("a", "b") }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 100 }),
        async (calls, limit, windowMs) => {
          const { clock, store } = withClock();
          const admitted: Record<string, number[]> = { a: [], b: [] };
          for (const { advanceMs, key } of calls) {
            clock.nowMs += advanceMs;
            const inWindow = (admitted[key] ?? []).filter((atMs) => atMs > clock.nowMs - windowMs);
            const result = await store.take(key, { limit, windowMs });
            expect(result.allowed).toBe(inWindow.length < limit);
            expect(result.remaining).toBe(result.allowed ? limit - inWindow.length - 1 : 0);
            if (result.allowed) {
              admitted[key]?.push(clock.nowMs);
              expect(result).toMatchObject({ retryAfterMs: 0, resetMs: windowMs });
            } else {
              expect(result.retryAfterMs).toBe((inWindow[0] ?? 0) + windowMs - clock.nowMs);
              expect(result.resetMs).toBe((inWindow.at(-1) ?? 0) + windowMs - clock.nowMs);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("admits 60 around a minute's edge, where an estimate would admit nearly twice as many", async () => {
    const { clock, store } = withClock();
    clock.nowMs = 59_000;
    const before = await Promise.all(Array.from({ length: 60 }, () => store.take("k", minute)));
    clock.nowMs = 61_000;
    const after = await Promise.all(Array.from({ length: 60 }, () => store.take("k", minute)));
    expect(before.filter(({ allowed }) => allowed)).toHaveLength(60);
    expect(after.filter(({ allowed }) => allowed)).toHaveLength(0);
  });

  it("admits a call after exactly retryAfterMs and not a millisecond earlier", async () => {
    const { clock, store } = withClock();
    const rule = { limit: 2, windowMs: 1000 };
    await store.take("k", rule);
    clock.nowMs = 300;
    await store.take("k", rule);
    clock.nowMs = 400;
    expect(await store.take("k", rule)).toEqual({ allowed: false, remaining: 0, retryAfterMs: 600, resetMs: 900 });
    clock.nowMs = 999;
    expect(await store.take("k", rule)).toMatchObject({ allowed: false, retryAfterMs: 1 });
    clock.nowMs = 1000;
    expect(await store.take("k", rule)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it("rounds fractions of a millisecond up, so Retry-After is never too short", async () => {
    const { clock, store } = withClock();
    const rule = { limit: 1, windowMs: 1000 };
    clock.nowMs = 0.25;
    await store.take("k", rule);
    clock.nowMs = 1000.125;
    expect(await store.take("k", rule)).toMatchObject({ allowed: false, retryAfterMs: 1 });
  });

  it("doesn't count refused calls", async () => {
    const { clock, store } = withClock();
    const rule = { limit: 1, windowMs: 1000 };
    await store.take("k", rule);
    for (clock.nowMs = 100; clock.nowMs < 1000; clock.nowMs += 100) {
      expect((await store.take("k", rule)).allowed).toBe(false);
    }
    expect((await store.take("k", rule)).allowed).toBe(true);
  });

  it("returns when a call fits under a lowered limit", async () => {
    const { clock, store } = withClock();
    for (const atMs of [0, 10, 20]) {
      clock.nowMs = atMs;
      await store.take("k", { limit: 3, windowMs: 1000 });
    }
    expect(await store.take("k", { limit: 1, windowMs: 1000 })).toMatchObject({ allowed: false, retryAfterMs: 1000 });
  });

  it.each([0, -1, 1.5, Number.NaN])("throws RangeError for a limit of %d", async (limit) => {
    await expect(withClock().store.take("k", { limit, windowMs: 1000 })).rejects.toThrow(RangeError);
  });
});

describe("slots", () => {
  it("admits 2 of 50 at a time, and the next when one leaves", async () => {
    const { store } = withClock();
    const leases = await Promise.all(Array.from({ length: 50 }, () => enter(store, "k", 2, 30_000)));
    const given = leases.filter((lease) => lease !== null);
    expect(given).toHaveLength(2);
    expect(new Set(given).size).toBe(2);
    await store.leave("k", given[0] ?? "");
    expect(await enter(store, "k", 2, 30_000)).not.toBeNull();
    expect(await enter(store, "k", 2, 30_000)).toBeNull();
  });

  it("keeps each key's slots separate", async () => {
    const { store } = withClock();
    expect(await enter(store, "a", 1, 1000)).not.toBeNull();
    expect(await enter(store, "b", 1, 1000)).not.toBeNull();
  });

  it("frees an unreleased slot when its lease expires", async () => {
    const { clock, store } = withClock();
    await enter(store, "k", 1, 1000);
    clock.nowMs = 999;
    expect(await enter(store, "k", 1, 1000)).toBeNull();
    clock.nowMs = 1000;
    expect(await enter(store, "k", 1, 1000)).not.toBeNull();
  });

  it("keeps the current holder if an expired lease is released, or one is released twice", async () => {
    const { clock, store } = withClock();
    const first = await enter(store, "k", 1, 1000);
    clock.nowMs = 1000;
    await enter(store, "k", 1, 1000);
    await store.leave("k", first ?? "");
    await store.leave("k", first ?? "");
    await store.leave("never-entered", "1");
    expect(await enter(store, "k", 1, 1000)).toBeNull();
  });

  it("never grants more leases than slots, in any order of entering, leaving and expiring", async () => {
    const step = fc.record({
      advanceMs: fc.nat(30),
      leave: fc.option(fc.nat(3)),
      leaseMs: fc.integer({ min: 1, max: 90 }),
    });
    const steps = fc.array(step, { maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (moves, max) => {
        const { clock, store } = withClock();
        let out: { token: string; endsAtMs: number }[] = [];
        for (const { advanceMs, leave, leaseMs } of moves) {
          clock.nowMs += advanceMs;
          out = out.filter(({ endsAtMs }) => endsAtMs > clock.nowMs);
          const [left] = leave === null ? [] : out.splice(leave % Math.max(1, out.length), 1);
          if (left) await store.leave("k", left.token);
          const lease = await enter(store, "k", max, leaseMs);
          expect(lease !== null).toBe(out.length < max);
          if (lease) out.push({ token: lease, endsAtMs: clock.nowMs + leaseMs });
        }
      }),
    );
  });
});

describe("memory", () => {
  it("keeps at most maxKeys and drops the least recently admitted", async () => {
    const { clock, store } = withClock({ maxKeys: 3 });
    const rule = { limit: 2, windowMs: 1000 };
    for (const key of ["a", "b", "c", "a", "d"]) {
      clock.nowMs += 1;
      await store.take(key, rule);
    }
    expect(store.size).toBe(3);
    expect(await store.take("a", rule)).toMatchObject({ allowed: false });
    expect(await store.take("c", rule)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await store.take("b", rule)).toMatchObject({ allowed: true, remaining: 1 });
  });

  it("drops keys after their window when others come, and released slots at once", async () => {
    const { clock, store } = withClock();
    for (let index = 0; index < 1000; index += 1) await store.take(`k${index}`, minute);
    const lease = await enter(store, "k", 2, 1000);
    expect(store.size).toBe(1001);
    await store.leave("k", lease ?? "");
    clock.nowMs = 60_000;
    await store.take("other", minute);
    expect(store.size).toBe(1);
  });

  it("stores nothing for refused keys", async () => {
    const { store } = withClock();
    const lease = await enter(store, "k", 1, 1000);
    const both = { slots: 1, leaseMs: 1000, rule: minute };
    expect(await store.admit("k", both)).toEqual({ refusedBy: "slots" });
    expect(store.size).toBe(1);
    await store.leave("k", lease ?? "");
    expect(store.size).toBe(0);
  });
});

describe("attempt", () => {
  const growing = [
    { limit: 2, windowMs: 100 },
    { limit: 3, windowMs: 1000 },
  ];

  it("admits what fits every rule and returns when the next one would", async () => {
    const { clock, store } = withClock();
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: true });
    clock.nowMs = 40;
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: true });
    expect(await store.attempt("k", growing)).toEqual({ admitted: false, retryAfterMs: 60 });
    expect(await store.attempt("another", growing)).toMatchObject({ admitted: true });
    clock.nowMs = 100;
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: true });
    expect(await store.attempt("k", growing)).toEqual({ admitted: false, retryAfterMs: 900 });
    clock.nowMs = 1000;
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: true });
  });

  it("forgets a withdrawn attempt and frees its memory", async () => {
    const { store } = withClock();
    const made = await Promise.all([store.attempt("k", growing), store.attempt("k", growing)]);
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: false });
    for (const attempt of made) if (attempt.admitted) await store.withdraw("k", attempt.token);
    await store.withdraw("k", "0");
    expect(store.size).toBe(0);
    expect(await store.attempt("k", growing)).toMatchObject({ admitted: true });
  });

  it("keeps separate memory for each purpose", async () => {
    const { store } = withClock({ maxKeys: 3 });
    const rule = { limit: 1, windowMs: 1000 };
    await store.take("mail:ada", rule);
    for (let index = 0; index < 50; index++) await store.take(`visit:${index}`, rule);
    expect(await store.take("mail:ada", rule)).toMatchObject({ allowed: false });
    expect(store.size).toBe(4);
  });

  it("keeps at most maxAttemptKeys", async () => {
    const store = new MemoryStore({ nowMs: () => 0, maxAttemptKeys: 10 });
    for (let index = 0; index < 50; index++) await store.attempt(`k${index}`, growing);
    expect(store.size).toBe(10);
  });
});
