import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PROSE = join(import.meta.dirname, "../../../../docs/api");

export const readProse = (path: string): string => readFileSync(join(PROSE, path), "utf8");
