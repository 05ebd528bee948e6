import { expect, it, vi } from "vitest";
import { BadRequest, RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { cached } from "@/lib/platform/result-cache";

it.each([
  ["computes a result once, also for concurrent callers", () => Promise.resolve("made"), 1],
  ["caches a refusal", () => Promise.reject(new BadRequest("Too costly.")), 1],
  ["doesn't cache a refusal for lack of capacity", () => Promise.reject(new RateLimited(15)), 2],
  ["doesn't cache other errors", () => Promise.reject(new TypeError("unexpected")), 2],
])("%s", async (_, result, times) => {
  const [key, make] = [newId(), vi.fn(result)];
  const ask = () => cached<string>(key, make, ({ length }) => length);
  await Promise.allSettled([ask(), ask()]);
  expect(make).toHaveBeenCalledTimes(1);
  expect((await Promise.allSettled([ask()]))[0]?.status).toBe((await Promise.allSettled([result()]))[0]?.status);
  expect(make).toHaveBeenCalledTimes(times);
});
