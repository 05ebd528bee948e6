import { isOfResource, makeGuide } from "../guide/pages";
import type { Chapter } from "./parts/chapter-page";
import { readChapter } from "./read-chapter";

const pages = makeGuide();
const ofResources = pages.filter(({ id }) => isOfResource(id));

export const chapters: readonly Chapter[] = pages
  .filter((page) => !ofResources.includes(page))
  .map((page) =>
    readChapter(
      page.id === "operations" ? { ...page, sections: ofResources.flatMap(({ sections }) => sections) } : page,
    ),
  );
