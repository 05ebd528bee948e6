import type { JobLimits } from "@/lib/platform/jobs/job-runner";
import { serveJobs } from "@/lib/platform/jobs/serve-jobs";
import { JOBS } from "@/lib/runtime/jobs";

/** Entry of a job process, bundled to `job-process.js` next to the server. Only `lib/runtime/jobs.ts` starts it. */
serveJobs(JOBS, JSON.parse(process.argv[2] ?? "{}") as JobLimits);
