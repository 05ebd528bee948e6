import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "./parts/chapter-page";
import { readChapter } from "./read-chapter";

/** Where the prose stands, one file for each chapter. */
export const PROSE = join(import.meta.dirname, "../../../docs/api");

/** The chapters in reading order; contents, bookmarks and pages are all made from this list. */
const ORDER = [
  "overview",
  "authentication",
  "conventions",
  "limits",
  "bundle-cache",
  "federation",
  "events",
  "webhooks",
  "versioning",
  "operations",
  "data-types",
];

export const chapters: readonly Chapter[] = ORDER.map((id) =>
  readChapter(id, readFileSync(join(PROSE, `${id}.md`), "utf8")),
);
