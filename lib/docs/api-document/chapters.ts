import { makeGuide } from "../guide/pages";
import type { Chapter } from "./parts/chapter-page";
import { readChapter } from "./read-chapter";

/** The guide's pages as chapters; contents, bookmarks and pages are all made from this list. */
export const chapters: readonly Chapter[] = makeGuide().map(readChapter);
