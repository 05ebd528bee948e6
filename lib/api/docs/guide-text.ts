import type { GuidePage } from "./guide/pages";
import type { Inline, Part } from "./guide/read-page";

export const plain = (text: readonly Inline[]): string => text.map((part) => part.text).join("");

export function partText(part: Part): string {
  switch (part.kind) {
    case "paragraph":
    case "note":
      return plain(part.text);
    case "heading":
      return part.title;
    case "list":
      return part.items.map(plain).join("\n");
    case "table":
      return part.rows.map((row) => row.map(plain).join(" ")).join("\n");
    case "request":
      return `${part.method} ${part.path}`;
    case "samples":
      return part.samples.map(({ code }) => code).join("\n");
  }
}

export function aboutPage({ lead, sections }: GuidePage): string {
  const first = [...lead, ...sections.flatMap(({ parts }) => parts)].find((part) => part.kind === "paragraph");
  return first ? partText(first) : "";
}
