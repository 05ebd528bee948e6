import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RateLimited, UnsupportedFile } from "@/lib/platform/errors";
import { JobPool } from "@/lib/platform/jobs/job-pool";
import { JOB_LIMITS, type JobLimits } from "@/lib/platform/jobs/job-runner";
import type { JobOrder } from "@/lib/platform/jobs/serve-jobs";
import { type Worker, WorkerEnded } from "@/lib/platform/jobs/worker";

type TestJobs = { work: { input: string; output: string } };

/** Workers whose jobs take until the test says what became of them. */
function world(limits: Partial<JobLimits> = {}) {
  const running = new Map<string, { worker: FakeWorker; done: () => void; slow: () => void }>();
  const started: string[] = [];
  const workers: FakeWorker[] = [];
  class FakeWorker implements Worker {
    ended = false;
    private die: () => void = () => {};
    constructor() {
      workers.push(this);
    }
    run({ input }: JobOrder, on: { started: () => void; slow: () => void }) {
      const name = String(input);
      started.push(name);
      on.started();
      return new Promise<string>((resolve, reject) => {
        running.set(name, { worker: this, done: () => resolve(name), slow: on.slow });
        this.die = () => reject(new WorkerEnded());
      }).finally(() => running.delete(name));
    }
    kill() {
      this.ended = true;
      this.die();
    }
  }
  const pool = new JobPool<TestJobs>(() => new FakeWorker(), { ...JOB_LIMITS, ...limits });
  const outcomes = new Map<string, unknown>();
  const send = (owner: string, name: string) => {
    const job = pool.run(owner, "work", name);
    job.then(
      () => outcomes.set(name, "done"),
      (error) => outcomes.set(name, error),
    );
    return job;
  };
  const end = async (name: string, how: "done" | "slow" = "done") => {
    running.get(name)?.[how]();
    await vi.advanceTimersByTimeAsync(0);
  };
  const alive = () => workers.filter(({ ended }) => !ended).length;
  return { pool, send, end, started, outcomes, running, alive };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a job pool", () => {
  it("serves owners in turn, so a small file waits for only one of another owner's eight", async () => {
    const { send, end, started } = world();
    for (let index = 1; index <= 8; index += 1) send("mallory", `m${index}`);
    send("ana", "a1");
    send("ben", "b1");
    send("ana", "a2");
    for (const name of ["m1", "a1", "b1", "m2"]) await end(name);
    expect(started).toEqual(["m1", "a1", "b1", "m2", "a2"]);
  });

  it("moves a slow job to its own lane so others pass it", async () => {
    const { send, end, started, outcomes, alive } = world();
    send("mallory", "heavy");
    send("ana", "light");
    await end("heavy", "slow");
    expect(started).toEqual(["heavy", "light"]);
    expect(alive()).toBe(2);
    await end("light");
    expect(outcomes.get("light")).toBe("done");
    expect(outcomes.has("heavy")).toBe(false);
    await end("heavy");
    expect(outcomes.get("heavy")).toBe("done");
  });

  it("restarts a second slow job after the first, with at most two workers", async () => {
    const { send, end, started, outcomes, alive, running } = world();
    send("mallory", "one");
    await end("one", "slow");
    send("oscar", "two");
    const stopped = running.get("two")?.worker;
    await end("two", "slow");
    expect(stopped?.ended).toBe(true);
    send("ana", "light");
    expect(alive()).toBe(2);
    await end("light");
    expect(outcomes.get("light")).toBe("done");
    await end("one");
    expect(started).toEqual(["one", "two", "light", "two"]);
    // What is slow has its time there: nothing moves it again.
    await end("two", "slow");
    await end("two");
    expect(outcomes.get("two")).toBe("done");
  });

  it("kills a job past its deadline, says why, and gives the next job a new worker", async () => {
    const { send, end, outcomes } = world();
    send("mallory", "endless");
    await vi.advanceTimersByTimeAsync(JOB_LIMITS.deadlineMs);
    expect(outcomes.get("endless")).toBeInstanceOf(UnsupportedFile);
    expect(outcomes.get("endless")).toMatchObject({
      status: 400,
      message: expect.stringContaining("more time or memory"),
    });
    send("mallory", "next");
    await end("next");
    expect(outcomes.get("next")).toBe("done");
  });

  it("bounds the queue per owner and in total, by jobs and by bytes", async () => {
    const { send, end } = world({ ownJobs: 3, jobs: 5, inputBytes: 100 });
    for (const name of ["m1", "m2", "m3"]) send("mallory", name);
    await expect(send("mallory", "m4")).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining("yours"),
    });
    await expect(send("ana", "x".repeat(100))).rejects.toBeInstanceOf(RateLimited);
    send("ana", "a1");
    await end("m1");
    for (const name of ["b1", "c1"]) send(name, name);
    await expect(send("ana", "a2")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 15 });
    await end("a1");
    send("ana", "a3");
  });

  it("drops the largest owner's newest jobs when full, down to an equal share", async () => {
    const { send, outcomes } = world({ ownJobs: 8, jobs: 16 });
    for (let index = 0; index < 8; index += 1)
      for (const owner of ["mallory", "oscar"]) send(owner, `${owner}${index}`);
    for (let index = 0; index < 8; index += 1) {
      send("ana", `ana${index}`);
      send(`other${index}`, `other${index}`);
      await vi.advanceTimersByTimeAsync(0);
    }
    const refused = [...outcomes.keys()];
    expect(refused.filter((name) => name.startsWith("other"))).toEqual([]);
    // The newest went first, each with a sentence.
    expect(refused.slice(0, 2).toSorted()).toEqual(["mallory7", "oscar7"]);
    expect(outcomes.get("oscar7")).toMatchObject({ status: 429, message: expect.stringContaining("others wait too") });
    const left = (owner: string) => 8 - refused.filter((name) => name.startsWith(owner)).length;
    expect(left("mallory") + left("oscar") + left("ana")).toBe(8);
    expect(Math.max(left("mallory"), left("oscar"), left("ana"))).toBeLessThanOrEqual(3);
  });

  it("never drops an owner's only job or a running job", async () => {
    const { send, outcomes } = world({ jobs: 3 });
    for (const owner of ["ana", "ben", "carl"]) send(owner, owner);
    await expect(send("dora", "dora")).rejects.toBeInstanceOf(RateLimited);
    const alone = world({ jobs: 2 });
    alone.send("mallory", "m1");
    alone.send("mallory", "m2");
    alone.send("ana", "a1");
    await vi.advanceTimersByTimeAsync(0);
    expect([...alone.outcomes.keys()]).toEqual(["m2"]);
    expect(outcomes.size).toBe(1);
  });

  it("shares its bytes the same way", async () => {
    const { send, outcomes } = world({ inputBytes: 100 });
    for (const name of ["1", "2", "3", "4"]) send("mallory", name.repeat(24));
    send("ana", "a".repeat(20));
    await vi.advanceTimersByTimeAsync(0);
    expect([...outcomes.keys()]).toEqual(["4".repeat(24)]);
    await expect(send("ben", "b".repeat(60))).rejects.toBeInstanceOf(RateLimited);
    expect(outcomes.size).toBe(2);
  });

  it("bounds the waiting time", async () => {
    const { send, outcomes, started } = world({ waitMs: 1_000, quickMs: 60_000 });
    send("mallory", "endless");
    send("ana", "late");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcomes.get("late")).toBeInstanceOf(RateLimited);
    expect(started).toEqual(["endless"]);
  });

  it("starts workers on demand and stops idle ones", async () => {
    const { send, end, alive, pool } = world();
    expect(alive()).toBe(0);
    send("ana", "one");
    await end("one");
    expect(alive()).toBe(1);
    await vi.advanceTimersByTimeAsync(JOB_LIMITS.idleMs);
    expect(alive()).toBe(0);
    send("ana", "two");
    expect(alive()).toBe(1);
    await pool.close();
    expect(alive()).toBe(0);
  });
});
