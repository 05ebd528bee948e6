import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the prose stands, one file for each chapter, and the samples that tests run. */
export const PROSE = join(import.meta.dirname, "../../../../docs/api");

export const readProse = (path: string): string => readFileSync(join(PROSE, path), "utf8");
