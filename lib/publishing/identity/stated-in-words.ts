import { type BrandDocument, foundationsInWords, imageryInWords, languageName } from "@/lib/content";

/** What of a document stands beside its identity, as far as a reader has it. */
export type Beside = Partial<Pick<BrandDocument, "typography" | "foundations" | "imagery" | "legal" | "assets">>;

/** A part of it for people: sentences, or things that have a name and a text. */
export interface StatedPart {
  title: string;
  lines: string[];
  entries: { name: string; text: string; lang?: string }[];
}

/** Imagery, legal texts and foundations for people, without a format; a part that the brand does not state is left out. */
export function statedInWords({ foundations, legal, ...beside }: Beside): StatedPart[] {
  const pictures = imageryInWords(beside).map(({ name, lines, dos, donts }) => ({
    title: name,
    lines,
    entries: [...dos.map((text) => ({ name: "Do", text })), ...donts.map((text) => ({ name: "Don’t", text }))],
  }));
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: StatedPart[] = [
    ...pictures,
    { title: "Trademarks", lines: legal?.trademark_lines ?? [], entries: [] },
    {
      title: "Boilerplate",
      lines: [],
      entries: boilerplate.map(([lang, text]) => ({ name: languageName(lang), text, lang })),
    },
    ...foundationsInWords(foundations).map(({ name, tokens }) => ({ title: name, lines: [], entries: tokens })),
  ];
  return parts.filter(({ lines, entries }) => lines.length + entries.length > 0);
}
