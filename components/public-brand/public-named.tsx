import type { ReactNode } from "react";
import { uniqueKeys } from "@/components/diff/unique-keys";
import { words } from "@/components/diff/value-text";
import { ContentText } from "@/components/ui/content-text";
import { Passage } from "@/components/ui/passage";

interface NamedThing {
  name?: string;
  text?: string;
  /** What it is, in a word of the hub's: `product`. */
  kind?: string;
  not?: string;
}

type PublicNamedProps = {
  title: string;
  /** The language of the things, where it is not the brand's main one. */
  lang: string | undefined;
  entries: readonly NamedThing[] | undefined;
};

export function PublicNamed({ title, lang, entries = [] }: PublicNamedProps) {
  const said = entries.filter(({ name, text }) => name || text);
  const keys = uniqueKeys(said.map(({ name, text }) => name || text || ""));
  if (said.length === 0) return null;
  return (
    <PublicPart title={title} lang={lang}>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {said.map(({ name, text, kind, not }, index) => (
          <li key={keys[index]} className="border-line border-t pt-3">
            {name ? (
              <ContentText as="p" className="font-semibold wrap-anywhere">
                {name}
              </ContentText>
            ) : null}
            {kind ? <p className="text-[0.8125rem] text-muted">{words(kind)}</p> : null}
            {text ? (
              <ContentText as="p" className="mt-1 text-muted wrap-anywhere">
                {text}
              </ContentText>
            ) : null}
            {not ? (
              <p className="mt-1 text-muted wrap-anywhere">
                Not: <ContentText>{not}</ContentText>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </PublicPart>
  );
}

type PublicPartProps = { title: string; lang?: string | undefined; children: ReactNode };

/** A part of a section under a heading of its own; what people wrote in it is in `lang`. */
export function PublicPart({ title, lang, children }: PublicPartProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 font-semibold">{title}</h3>
      <Passage lang={lang}>{children}</Passage>
    </div>
  );
}
