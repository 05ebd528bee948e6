export type { ContrastProblem } from "./contrast-problems";
export type { FirstStep } from "./first-steps";
export type { Overview } from "./read-overview";
