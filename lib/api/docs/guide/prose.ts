import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the chapters and of the samples that tests run. */
export const PROSE = join(import.meta.dirname, "../../../../docs/api");

export const readProse = (path: string): string => readFileSync(join(PROSE, path), "utf8");
