import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { BadRequest } from "@/lib/platform/errors";
import type { JobLimits } from "@/lib/platform/jobs/job-pool";
import { serveJobs } from "@/lib/platform/jobs/worker";

/** Jobs that misbehave in every way, started by `tests/security/jobs.test.ts`. */
export type BadJobs = {
  echo: { input: unknown; output: unknown };
  refuse: { input: string; output: never };
  fail: { input: string; output: never };
  environment: { input: string; output: string[] };
  pid: { input: string; output: number };
  spin: { input: string; output: never };
  compute: { input: string; output: never };
  fillHeap: { input: string; output: never };
  fillMemory: { input: string; output: never };
};

const derive = promisify(pbkdf2);

serveJobs<BadJobs>(
  {
    echo: (input) => input,
    refuse: (input) => {
      throw new BadRequest(input, { field: "file" });
    },
    fail: (input) => {
      throw new TypeError(input);
    },
    environment: () => Object.keys(process.env),
    pid: () => process.pid,
    spin: () => {
      for (;;);
    },
    compute: async () => {
      for (;;) await derive("", "", 50_000, 64, "sha512");
    },
    fillHeap: () => {
      for (const kept: string[] = []; ; ) kept.push(`${Math.random()}`.repeat(1_000).toUpperCase());
    },
    fillMemory: async () => {
      for (const kept: Buffer[] = []; ; await new Promise((next) => setTimeout(next, 1)))
        kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    },
  },
  JSON.parse(process.argv[2] ?? "{}") as JobLimits,
);
