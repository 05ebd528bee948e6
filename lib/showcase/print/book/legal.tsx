import { View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { languageName } from "@/lib/brand-document";
import type { BookOrder } from "../../order";
import type { BookWriter } from "./book-writer";

/** What the brand has to say in law, each text under its language. */
export function legal(book: BookWriter, { legal: stated }: BookOrder): ReactNode {
  const boilerplate = Object.entries(stated?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = stated?.trademark_lines ?? [];
  if (boilerplate.length + lines.length === 0) return null;
  return book.chapter(
    "Legal",
    <View style={{ maxWidth: 560 }}>
      {book.list("Trademarks", lines)}
      {boilerplate.map(([tag, text]) => (
        <View key={tag}>{book.told(`About the brand, in ${languageName(tag)}`, text)}</View>
      ))}
    </View>,
  );
}
