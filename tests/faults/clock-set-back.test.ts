// @module-tag full
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { operations } from "@/lib/contract";
import { call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { type Mount, routeFileMount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

const MINUTE_MS = 60_000;

let world: World;
let mount: Mount;
beforeAll(async () => {
  withoutLimits();
  world = await createWorld();
  mount = await routeFileMount();
});
afterAll(async () => {
  await mount.close();
  await world.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Changes only the current time. Timers and the database are unaffected. */
function setBack(ms: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now - ms });
}

const statusOf = async (token: string) => (await call(mount, operations.listMyBrands, { token })).status;

describe("a clock set back by up to two hours", () => {
  it("signs nobody out, and refuses federation tokens only until it is corrected", async () => {
    const { session, federation } = world.tokens;
    const seen: number[] = [];
    for (const minutes of [1, 30, 120]) {
      setBack(minutes * MINUTE_MS);
      seen.push(await statusOf(session));
      // Federation tokens live for 300 seconds and cross machines, so 5 seconds of clock skew are allowed.
      expect(await statusOf(federation)).toBe(401);
      vi.useRealTimers();
    }
    expect(seen).toEqual([200, 200, 200]);
    expect([await statusOf(session), await statusOf(federation)]).toEqual([200, 200]);
  });
});
