import { Document } from "@react-pdf/renderer";
import type { PageNumbers } from "./page-numbers";
import { type Chapter, ChapterPage } from "./parts/chapter-page";
import { Contents } from "./parts/contents";
import { TitlePage } from "./parts/title-page";

interface ApiDocumentProps {
  chapters: readonly Chapter[];
  now: Date;
  /** Pages as an earlier layout found them; they stand in the contents. */
  known: PageNumbers;
  /** Gets the pages of this layout. */
  found: PageNumbers;
}

/** The API documentation as one PDF document. */
export function ApiDocument({ chapters, now, known, found }: ApiDocumentProps) {
  return (
    <Document
      title="Brand Identity Hub API documentation"
      author="Brand Identity Hub"
      subject="Public HTTP API, webhooks, limits and versioning; document version 1.0.0"
      keywords="brand identity, API, OpenAPI, webhooks"
      creator="Brand Identity Hub"
      producer="Brand Identity Hub"
      language="en-GB"
      creationDate={now}
      modificationDate={now}
      pageMode="useOutlines"
      pdfVersion="1.7"
    >
      <TitlePage now={now} />
      <Contents chapters={chapters} pages={known} />
      {chapters.map((chapter, index) => (
        <ChapterPage key={chapter.id} chapter={chapter} number={index + 1} pages={found} />
      ))}
    </Document>
  );
}
