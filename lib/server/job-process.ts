import { JOBS } from "@/lib/hub/jobs";
import { type JobLimits, serveJobs } from "@/lib/jobs/server";

/** The entry of a process that does jobs: bundled to `job-process.js` beside the built server, and started by `lib/hub/jobs.ts` alone. */
serveJobs(JOBS, JSON.parse(process.argv[2] ?? "{}") as JobLimits);
