export type { JobMap, JobRunner } from "./job-runner";
