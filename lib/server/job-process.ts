import type { JobLimits } from "@/lib/platform/jobs/job-runner";
import { serveJobs } from "@/lib/platform/jobs/serve-jobs";
import { JOBS } from "@/lib/runtime/jobs";

/** The entry of a process that does jobs: bundled to `job-process.js` beside the built server, and started by `lib/runtime/jobs.ts` alone. */
serveJobs(JOBS, JSON.parse(process.argv[2] ?? "{}") as JobLimits);
