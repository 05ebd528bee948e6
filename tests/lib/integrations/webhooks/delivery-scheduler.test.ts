import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClaimedDelivery } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { DeliveryScheduler, MAX_WAIT_MS, SLOW_AFTER_MS } from "@/lib/integrations/webhooks/delivery-scheduler";
import { NOW } from "@/tests/support/fixtures";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

let made = 0;
const delivery = (toolSlug: string, overrides: Partial<ClaimedDelivery> = {}): ClaimedDelivery => {
  made += 1;
  return {
    id: `delivery-${made}`,
    brandId: `brand-${made}`,
    type: "identity.updated",
    body: "{}",
    webhookUrl: "https://tool.example.com/",
    attempt: 1,
    replays: 0,
    leaseToken: "c",
    claimedAt: NOW,
    toolSlug,
    host: "tool.example.com",
    wasSlow: false,
    ...overrides,
  };
};

/** Schedules deliveries of a tool. Counts those started and released, and lets the test end them. */
function take(sending: DeliveryScheduler, toolSlug: string, count: number, overrides: Partial<ClaimedDelivery> = {}) {
  const ends: ((answeredMs: number | null) => void)[] = [];
  const seen = { begun: 0, givenBack: 0 };
  for (let index = 0; index < count; index += 1)
    void sending.schedule(delivery(toolSlug, overrides), {
      send: () => {
        seen.begun += 1;
        return new Promise((end) => ends.push((answeredMs) => end({ answeredMs, recorded: Promise.resolve() })));
      },
      release: async () => {
        seen.givenBack += 1;
      },
    });
  const end = async (answeredMs: number | null, atMost = ends.length) => {
    for (const each of ends.splice(0, atMost)) each(answeredMs);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { seen, end };
}

it("gives a tool eight slots and frees those without an answer after a second", async () => {
  const sending = new DeliveryScheduler();
  const { end } = take(sending, "one", 8);
  expect(sending.claimLimits(["one", "other"])).toEqual({
    tools: [{ slug: "other", active: 0, free: 8, each: 2, answers: false }],
    limit: 24,
    slowLimit: 8,
    unprovenLimit: 16,
    hanging: [],
    own: ["c"],
  });
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  const { tools, limit, hanging } = sending.claimLimits(["one", "other"]);
  expect(tools.map(({ free }) => free)).toEqual([8, 8]);
  expect(limit).toBe(32);
  expect(hanging?.[0]).toEqual({ toolSlug: "one", host: "tool.example.com" });
  await end(null);
  expect(sending.claimLimits(["one"])).toMatchObject({ hanging: [], own: [] });
  expect(sending.isIdle).toBe(true);
});

it("keeps eight slots for tools that answered last time", async () => {
  const sending = new DeliveryScheduler();
  await take(sending, "quick", 1).end(500);
  const { end } = take(sending, "a", 8);
  const ends = ["b", "c"].map((tool) => take(sending, tool, 8).end);
  const limits = sending.claimLimits(["quick", "d"]);
  expect(limits).toMatchObject({ limit: 8, unprovenLimit: 0 });
  expect(limits.tools.map(({ answers }) => answers)).toEqual([true, false]);
  const slow = take(sending, "quick", 1);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(sending.claimLimits(["quick"]).tools[0]?.answers).toBe(false);
  await slow.end(1_200);
  expect(sending.claimLimits(["quick"]).tools[0]?.answers).toBe(true);
  for (const each of [end, ...ends]) await each(null);
});

it("claims 50 ms ahead for a responsive tool, nothing for others", async () => {
  const ahead = async (answeredMs: number | null) => {
    const sending = new DeliveryScheduler();
    await take(sending, "one", 1).end(answeredMs);
    const { tools, limit } = sending.claimLimits(["one"]);
    return { free: tools[0]?.free, each: tools[0]?.each, limit };
  };
  expect(await ahead(null)).toEqual({ free: 8, each: 2, limit: 32 });
  expect(await ahead(Number.POSITIVE_INFINITY)).toEqual({ free: 8, each: 2, limit: 32 });
  expect(await ahead(500)).toEqual({ free: 8, each: 2, limit: 32 });
  expect(await ahead(100)).toEqual({ free: 12, each: 3, limit: 36 });
  expect(await ahead(10)).toEqual({ free: 48, each: 12, limit: 72 });
  expect(await ahead(0)).toEqual({ free: 104, each: 26, limit: 128 });
});

it("starts claimed deliveries as slots free up: 8 per tool, 2 per subscription, 32 in all", async () => {
  const sending = new DeliveryScheduler();
  const ofBrand = take(sending, "one", 10, { brandId: "brand" });
  expect(ofBrand.seen.begun).toBe(2);
  const others = take(sending, "one", 10);
  expect(others.seen.begun).toBe(6);
  await ofBrand.end(300, 1);
  expect([ofBrand.seen.begun, others.seen.begun]).toEqual([3, 6]);
  await others.end(300);
  expect([ofBrand.seen.begun, others.seen.begun]).toEqual([3, 10]);
  const more = ["a", "b", "c", "d"].map((tool) => take(sending, tool, 9).seen.begun);
  expect(more).toEqual([8, 8, 8, 2]);
});

it("starts a test at once, even with every slot in use", async () => {
  const sending = new DeliveryScheduler();
  const hanging = ["one", "a", "b", "c"].map((tool) => take(sending, tool, 8, { brandId: "brand" }));
  const others = ["one", "a", "b", "c"].map((tool) => take(sending, tool, 8));
  const test = take(sending, "one", 1, { brandId: "brand", type: "hub.test" });
  expect(test.seen.begun).toBe(1);
  expect(sending.claimLimits(["one"])).toMatchObject({ limit: 0 });
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(test.seen).toEqual({ begun: 1, givenBack: 0 });
  for (const each of [...hanging, ...others, test]) await each.end(null);
  expect(sending.isIdle).toBe(true);
});

it("gives a quick tool unused slots while half of all are free", async () => {
  const sending = new DeliveryScheduler();
  await take(sending, "quick", 1).end(50);
  const quick = take(sending, "quick", 40);
  expect(quick.seen.begun).toBe(16);
  const other = take(sending, "other", 8);
  expect(other.seen.begun).toBe(8);
  await quick.end(50, 9);
  expect(quick.seen.begun).toBe(16 + 1);
  await other.end(50);
  expect(quick.seen.begun).toBe(16 + 9);
  await quick.end(51, 1);
  expect(quick.seen.begun).toBe(16 + 9);
});

it("releases deliveries without a slot after a second, or once their tool turns slow", async () => {
  const sending = new DeliveryScheduler();
  const first = take(sending, "one", 8);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS / 2);
  const second = take(sending, "one", 5);
  const elsewhere = take(sending, "other", 1);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS / 2);
  expect(second.seen).toEqual({ begun: 0, givenBack: 5 });
  expect(elsewhere.seen).toEqual({ begun: 1, givenBack: 0 });
  await first.end(1_500);
  await elsewhere.end(1);

  const queue = take(sending, "one", 6, { brandId: "brand" });
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 100);
  await queue.end(900);
  await vi.advanceTimersByTimeAsync(100);
  expect(queue.seen).toEqual({ begun: 4, givenBack: 2 });
  await queue.end(100);
  expect(sending.isIdle).toBe(true);
});

it("delays claims while 33 deliveries wait, unless one tool turned slower", async () => {
  const sending = new DeliveryScheduler();
  const { end, seen } = take(sending, "one", 16 + 33);
  const listener = vi.fn();
  void sending.readyToClaim().then(listener);
  await end(1, 1);
  expect(listener).toHaveBeenCalledTimes(1);
  take(sending, "one", 1);
  void sending.readyToClaim().then(listener);
  await vi.advanceTimersByTimeAsync(50);
  expect(listener).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(seen).toEqual({ begun: 17, givenBack: 0 });
});

it("notifies of ended, slow and recorded deliveries only", async () => {
  const sending = new DeliveryScheduler();
  const listener = vi.fn();
  const wait = () => void sending.change(500).then(listener);
  wait();
  sending.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(listener).toHaveBeenCalledTimes(1);
  wait();
  await vi.advanceTimersByTimeAsync(499);
  expect(listener).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(listener).toHaveBeenCalledTimes(2);
});
