import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "@/db/client";
import type { Event } from "@/lib/contract";
import { inBatches } from "@/lib/integrations/events/ingest-events";
import { Forbidden } from "@/lib/platform/errors";
import { NOW, toolContext } from "@/tests/support/fixtures";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const event = (key: string): Event => ({
  brand_id: "0198c0de-0000-7000-8000-000000000001",
  type: "asset.approved",
  occurred_at: NOW.toISOString(),
  idempotency_key: key,
  payload: {},
});

/** Records the batches by their keys; the test ends each one. */
function intake() {
  const turns: { keys: string; end(error?: Error): void }[] = [];
  const ingest = inBatches<string>((_, batch) => {
    const keys = batch.map(({ idempotency_key }) => idempotency_key);
    return new Promise((resolve, reject) => {
      turns.push({ keys: keys.join(" "), end: (error) => (error ? reject(error) : resolve(keys)) });
    });
  });
  const ctx = toolContext({} as Database, "brand-studio");
  const send = async (...keys: string[]) => {
    const results = ingest(ctx, keys.map(event));
    // The test looks at the rejection later.
    results.catch(() => {});
    await nextTurn();
    return { results };
  };
  return { send, turns, keys: () => turns.map(({ keys }) => keys) };
}

it("batches what arrives while the previous batch is being stored", async () => {
  const { send, turns, keys } = intake();
  const sent = [await send("a"), await send("b"), await send("c", "d")];
  expect(keys()).toEqual(["a"]);
  turns[0]?.end();
  expect(await sent[0]?.results).toEqual(["a"]);
  await nextTurn();
  expect(keys()).toEqual(["a", "b c d"]);
  turns[1]?.end();
  expect(await Promise.all(sent.map(({ results }) => results))).toEqual([["a"], ["b"], ["c", "d"]]);
  await send("e");
  expect(keys()).toEqual(["a", "b c d", "e"]);
});

it("waits for a slow batch only for the set time", async () => {
  const { send, keys } = intake();
  await send("a");
  await send("b");
  vi.advanceTimersByTime(4);
  expect(keys()).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(keys()).toEqual(["a", "b"]);
  await send("c");
  vi.advanceTimersByTime(5);
  expect(keys()).toEqual(["a", "b", "c"]);
});

it("sends a full batch at once and a large request alone", async () => {
  const { send, keys } = intake();
  const many = (count: number, name: string) => Array.from({ length: count }, (_, place) => `${name}${place}`);
  await send("a");
  await send(...many(250, "b"));
  await send(...many(250, "c"));
  await send("d");
  expect(keys().map((each) => each.split(" ").length)).toEqual([1, 500]);
  await send(...many(251, "e"));
  expect(keys().map((each) => each.split(" ").length)).toEqual([1, 500, 251]);
});

it("continues after a failed batch", async () => {
  const { send, turns, keys } = intake();
  const first = await send("a");
  const second = await send("b");
  turns[0]?.end(new Forbidden("No."));
  await expect(first.results).rejects.toThrow("No.");
  await nextTurn();
  turns[1]?.end(new Error("gone"));
  await expect(second.results).rejects.toThrow("gone");
  await send("c");
  expect(keys()).toEqual(["a", "b", "c"]);
});
