import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RateLimited, UnsupportedFile } from "@/lib/platform/errors";
import {
  JOB_LIMITS,
  type JobLimits,
  JobPool,
  type JobRequest,
  type Worker,
  WorkerEnded,
} from "@/lib/platform/jobs/job-pool";

type TestJobs = { work: { input: unknown; output: string } };

/** Workers whose jobs run until the test ends them. */
function world(limits: Partial<JobLimits> = {}) {
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const workers: FakeWorker[] = [];
  class FakeWorker implements Worker {
    ended = false;
    private die: () => void = () => {};
    constructor() {
      workers.push(this);
    }
    run({ input }: JobRequest) {
      const name = String(input);
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        running.set(name, () => resolve(name));
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
  const end = async (name: string) => {
    running.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  const alive = () => workers.filter(({ ended }) => !ended).length;
  return { pool, send, end, started, outcomes, running, alive };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a job pool", () => {
  it("takes turns between owners, however many jobs one has queued", async () => {
    const { send, end, started } = world({ workers: 1 });
    for (let index = 1; index <= 8; index += 1) send("mallory", `m${index}`);
    send("ana", "a1");
    send("ben", "b1");
    send("ana", "a2");
    for (const name of ["m1", "a1", "b1", "m2"]) await end(name);
    expect(started).toEqual(["m1", "a1", "b1", "m2", "a2"]);
  });

  it("puts the last served owner behind a newer one", async () => {
    const { send, end, started } = world({ workers: 1 });
    send("mallory", "m1");
    send("mallory", "m2");
    send("ana", "a1");
    await end("m1");
    expect(started).toEqual(["m1", "a1"]);
  });

  it("runs one job of an owner at a time, so a second worker is free for others", async () => {
    const { send, end, started, alive } = world();
    send("mallory", "m1");
    send("mallory", "m2");
    expect(started).toEqual(["m1"]);
    send("ana", "a1");
    expect(started).toEqual(["m1", "a1"]);
    await end("a1");
    expect(started).toEqual(["m1", "a1"]);
    await end("m1");
    expect(started).toEqual(["m1", "a1", "m2"]);
    expect(alive()).toBe(2);
  });

  it("runs no more jobs than it has workers", async () => {
    const { send, end, running, alive } = world();
    for (const owner of ["ana", "ben", "carl", "dora"]) send(owner, owner);
    expect([...running.keys()]).toEqual(["ana", "ben"]);
    await end("ben");
    expect([...running.keys()]).toEqual(["ana", "carl"]);
    expect(alive()).toBe(2);
  });

  it("kills a job past its deadline and gives the next one a new worker", async () => {
    const { send, end, outcomes } = world();
    send("mallory", "endless");
    await vi.advanceTimersByTimeAsync(JOB_LIMITS.deadlineMs);
    expect(outcomes.get("endless")).toBeInstanceOf(UnsupportedFile);
    expect(outcomes.get("endless")).toMatchObject({
      status: 400,
      message: expect.stringContaining("too much time or memory"),
    });
    send("mallory", "next");
    await end("next");
    expect(outcomes.get("next")).toBe("done");
  });

  it("limits jobs per owner and in total, including running ones", async () => {
    const { send, end } = world({ ownJobs: 3, jobs: 5 });
    for (const name of ["m1", "m2", "m3"]) send("mallory", name);
    await expect(send("mallory", "m4")).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining("You have too many"),
    });
    for (const name of ["a1", "b1"]) send(name, name);
    await expect(send("carl", "c1")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 15 });
    await end("m1");
    send("carl", "c2");
  });

  it("limits bytes per owner and in total, but accepts an owner's only large file", async () => {
    const { pool, send, end } = world({ ownBytes: 40, bytes: 100 });
    send("mallory", "m".repeat(30));
    await expect(send("mallory", "n".repeat(11))).rejects.toMatchObject({
      message: expect.stringContaining("You have too many"),
    });
    send("mallory", "o".repeat(10));
    send("ana", "a".repeat(60));
    await expect(send("ben", "b")).rejects.toBeInstanceOf(RateLimited);
    await end("a".repeat(60));
    const order = { logos: [{ bytes: Buffer.alloc(40) }], text: "x".repeat(20), at: new Date(0), none: null };
    void pool.run("ben", "work", order);
    await expect(send("carl", "c")).rejects.toBeInstanceOf(RateLimited);
  });

  it("limits the waiting time", async () => {
    const { send, outcomes, started } = world({ waitMs: 1_000, workers: 1 });
    send("mallory", "endless");
    send("ana", "late");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcomes.get("late")).toBeInstanceOf(RateLimited);
    expect(started).toEqual(["endless"]);
  });

  it("starts workers on demand and stops idle ones", async () => {
    const { send, end, alive } = world();
    expect(alive()).toBe(0);
    send("ana", "one");
    await end("one");
    expect(alive()).toBe(1);
    await vi.advanceTimersByTimeAsync(JOB_LIMITS.idleMs);
    expect(alive()).toBe(0);
    send("ana", "two");
    expect(alive()).toBe(1);
  });

  it("rejects queued and running jobs when it closes, and later ones", async () => {
    const { pool, send, outcomes, alive } = world({ workers: 1 });
    send("ana", "running");
    send("ben", "queued");
    await pool.close();
    await vi.advanceTimersByTimeAsync(0);
    expect([outcomes.get("running"), outcomes.get("queued")]).toEqual(Array(2).fill(expect.any(Error)));
    expect(alive()).toBe(0);
    await expect(send("ana", "late")).rejects.toBeInstanceOf(RateLimited);
    expect(pool.size()).toBe(0);
  });
});
