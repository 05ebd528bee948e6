import { Details } from "@/components/ui/details";
import { Passage } from "@/components/ui/passage";
import type { BrandDocument } from "@/lib/brand-document";
import { languageName } from "@/lib/brand-document";
import { isStated, LOCALE_FIELDS, localesOf, onlyTexts } from "@/lib/identity";
import { IDENTITY_SECTIONS } from "./identity-parts";
import { type Reading, titled, together } from "./read-blocks";

type Identity = BrandDocument["identity"];

/** What a brand says in other languages, each folded, and its sections read as those of the main texts are. */
export function localeReading(identity: Identity, read: (section: string, texts: Identity) => Reading): Reading {
  return together(
    ...localesOf(identity).map(([tag, texts]) => {
      const count = LOCALE_FIELDS.filter((field) => isStated(texts, field)).length;
      const only = onlyTexts(texts);
      const sections = IDENTITY_SECTIONS.map(({ id, title }) =>
        titled(<span className="font-medium text-ink">{title}</span>, read(id, only)),
      );
      if (count === 0) return null;
      return (
        <Details key={tag} summary={`In ${languageName(tag)}: ${count} ${count === 1 ? "text" : "texts"}`}>
          <Passage lang={tag}>{together(...sections)}</Passage>
        </Details>
      );
    }),
  );
}
