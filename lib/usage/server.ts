export { readUsage } from "./read-usage";
export { UsageRecorder } from "./usage-recorder";
