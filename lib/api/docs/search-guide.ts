import { partText } from "./guide";
import type { GuidePage } from "./guide/pages";

export interface Found {
  page: string;
  pageTitle: string;
  section: { id: string; title: string } | null;
  excerpt: string;
}

const MAX_TERMS = 8;
const MAX_FOUND = 30;
const AROUND = 90;

const SYNONYMS: Readonly<Record<string, string>> = {
  library: "sdk",
  libraries: "sdk",
  package: "sdk",
  paging: "pagination",
  paginate: "pagination",
  cursor: "pagination",
  staging: "sandbox",
  playground: "sandbox",
  login: "sign",
  quota: "limit",
};

const IN_TITLE = 10;

function excerptOf(text: string, term: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(term));
  const start = Math.max(0, at - AROUND);
  const words = text.slice(start, at + term.length + AROUND).replaceAll(/\s+/g, " ");
  return `${start > 0 ? "…" : ""}${words.trim()}${at + term.length + AROUND < text.length ? "…" : ""}`;
}

const occurrences = (text: string, term: string): number =>
  [term, SYNONYMS[term] ?? []].flat().reduce((sum, word) => sum + text.split(word).length - 1, 0);

/** Sections that contain every word of the query, ignoring case. Matches in titles come first. */
export function searchGuide(pages: readonly GuidePage[], query: string): Found[] {
  const terms = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_TERMS);
  const [first] = terms;
  if (!first) return [];
  // The list of operations only repeats other pages.
  const places = pages
    .filter(({ id }) => id !== "operations")
    .flatMap((page) => [
      { page, section: null, title: page.title, parts: page.lead },
      ...page.sections.map((section) => ({ page, section, title: section.title, parts: section.parts })),
    ]);
  return places
    .flatMap(({ page, section, title, parts }) => {
      const text = parts.map(partText).join("\n");
      const [head, body] = [title.toLowerCase(), text.toLowerCase()];
      if (!terms.every((term) => occurrences(head, term) + occurrences(body, term) > 0)) return [];
      const score = terms.reduce(
        (sum, term) =>
          sum + (occurrences(head, term) > 0 ? IN_TITLE : 0) + Math.min(IN_TITLE - 1, occurrences(body, term)),
        0,
      );
      const found = section && { id: section.id, title: section.title };
      return [{ score, page: page.id, pageTitle: page.title, section: found, excerpt: excerptOf(text, first) }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ score: _, ...found }) => found);
}
