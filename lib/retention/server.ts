export { runRetentionTick } from "./run-tick";
