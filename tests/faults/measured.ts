import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "tests/.output/faults";
const pathOf = (id: string): string => `${FOLDER}/${id}.json`;

/** What a run of a fault's test saw: how often the fault was brought about, and what came of it, in words with figures and units. */
export interface Measured {
  repetitions: number;
  seen: string;
}

/** Keeps what this run saw for the table that `npm run test:faults` prints. */
export function tellMeasured(id: string, seen: Measured): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(id), JSON.stringify(seen));
}

/** What the last run saw of a fault; null where it was not brought about. */
export function measured(id: string): Measured | null {
  return existsSync(pathOf(id)) ? JSON.parse(readFileSync(pathOf(id), "utf8")) : null;
}
