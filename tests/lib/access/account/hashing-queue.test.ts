import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { HashingQueue, type HashingQueueOptions } from "@/lib/access/account/password";

const queueWith = (options: Partial<HashingQueueOptions>) =>
  new HashingQueue({ concurrency: 1, maxQueued: 10, maxPerUser: 10, maxWaitMs: 60_000, ...options });

/** Jobs that the test ends by name, with the order in which they began. */
function manualQueue(queue: HashingQueue) {
  const begun: string[] = [];
  const end: Record<string, () => void> = {};
  const start = (name: string, known: boolean, userId?: string) =>
    queue.run(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          end[name] = () => resolve(name);
        }),
      { known, userId },
    );
  return { begun, end, start };
}

describe("the password hashing queue", () => {
  it("runs known callers before unknown ones that came earlier", async () => {
    const { begun, end, start } = manualQueue(queueWith({ maxQueued: 10 }));
    const all = [start("first", false), start("stranger", false), start("known", true)];
    for (const name of ["first", "known", "stranger"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    expect(await Promise.all(all)).toEqual(["first", "stranger", "known"]);
    expect(begun).toEqual(["first", "known", "stranger"]);
  });

  it("answers 429 when the queue of unknown callers is full, but still queues a known one", async () => {
    const { end, begun, start } = manualQueue(queueWith({ maxQueued: 2 }));
    const all = [start("a", false), start("b", false), start("c", false)];
    await expect(start("d", false)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 5 });
    all.push(start("known", true));
    for (const name of ["a", "known", "b", "c"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    await Promise.all(all);
  });

  it("frees the slot after a failure", async () => {
    const queue = queueWith({ maxQueued: 1 });
    await expect(queue.run(() => Promise.reject(new Error("x")), { known: true })).rejects.toThrow("x");
    expect(await queue.run(async () => "next", { known: true })).toBe("next");
  });

  it("limits waiting requests per person without blocking others", async () => {
    const { begun, end, start } = manualQueue(queueWith({ maxPerUser: 2 }));
    const all = [start("a", true, "ana"), start("b", true, "ana"), start("c", true, "ana")];
    await expect(start("d", true, "ana")).rejects.toMatchObject({ code: "rate_limited" });
    all.push(start("other", true, "ben"));
    for (const name of ["a", "b", "c", "other"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    await Promise.all(all);
  });

  it("answers 429 to requests that wait too long, and continues once the hanging hash ends", async () => {
    const { begun, end, start } = manualQueue(queueWith({ maxWaitMs: 300 }));
    const outcomes = await Promise.allSettled([start("hanging", false), start("waiting", false)]);
    const refused = { reason: { code: "rate_limited", retryAfterSeconds: 5 } };
    expect(outcomes).toMatchObject([refused, refused]);
    const next = start("next", false);
    end.hanging?.();
    await expect.poll(() => begun).toEqual(["hanging", "next"]);
    end.next?.();
    expect(await next).toBe("next");
  });

  it("accepts hashes that finished while the event loop was blocked", async () => {
    const queue = queueWith({ maxWaitMs: 30 });
    const pbkdf2Async = promisify(pbkdf2);
    const hashing = ["first", "second"].map((password) =>
      queue.run(() => pbkdf2Async(password, "salt", 1, 16, "sha256"), { known: true }),
    );
    // Blocks the event loop until both timers are due.
    const until = performance.now() + 300;
    while (performance.now() < until);
    const outcomes = await Promise.allSettled(hashing);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});
