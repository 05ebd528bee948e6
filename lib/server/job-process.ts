import type { JobLimits } from "@/lib/platform/jobs/job-pool";
import { serveJobs } from "@/lib/platform/jobs/worker";
import { JOBS } from "@/lib/runtime/jobs";

/** Entry of a job process, bundled to `job-process.js` next to the server. Only `lib/runtime/jobs.ts` starts it. */
serveJobs(JOBS, JSON.parse(process.argv[2] ?? "{}") as JobLimits);
