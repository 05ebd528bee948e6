export type { ContrastProblem } from "./contrast-problems";
export type { ExpiringKey } from "./expiring-keys";
export type { FirstStep } from "./first-steps";
export type { HubOverview } from "./read-hub-overview";
export type { Overview } from "./read-overview";
export { type ToolTrouble, toolTrouble } from "./tool-trouble";
