export { JobPool } from "./job-pool";
export { JOB_LIMITS, type JobLimits } from "./limits";
export { runJob } from "./run-job";
export { type JobFunctions, serveJobs } from "./serve-jobs";
export { InlineWorker, ProcessWorker } from "./worker";
