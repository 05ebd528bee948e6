import type { ReactNode } from "react";
import { uniqueKeys, words } from "@/components/diff/value-text";
import { Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";
import { Passage } from "@/components/ui/text";
import { languageName, ownLanguageName, type StoredLegal } from "@/lib/content";

interface NamedThing {
  name?: string;
  text?: string;
  /** A kind in the hub's words: `product`. */
  kind?: string;
  not?: string;
}

type PublicNamedProps = {
  title: string;
  /** The entries' language, when it isn't the brand's main one. */
  lang: string | undefined;
  entries: readonly NamedThing[] | undefined;
};

export function PublicNamed({ title, lang, entries = [] }: PublicNamedProps) {
  const stated = entries.filter(({ name, text }) => name || text);
  const keys = uniqueKeys(stated.map(({ name, text }) => name || text || ""));
  if (stated.length === 0) return null;
  return (
    <PublicPart title={title} lang={lang}>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {stated.map(({ name, text, kind, not }, index) => (
          <li key={keys[index]} className="border-line border-t pt-3">
            <ContentText as="p" className="font-semibold wrap-anywhere">
              {name}
            </ContentText>
            {kind ? <p className="text-[0.8125rem] text-muted">{words(kind)}</p> : null}
            <ContentText as="p" className="mt-1 text-muted wrap-anywhere">
              {text}
            </ContentText>
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

/** A paragraph in a large type size. Renders nothing without text. */
export const PublicText = ({ lang, children }: { lang: string | undefined; children: string | undefined }) => (
  <ContentText
    as="p"
    lang={lang}
    className="max-w-prose whitespace-pre-wrap text-base leading-relaxed wrap-anywhere rtl:ml-auto"
  >
    {children}
  </ContentText>
);

type PublicPartProps = { title: string; lang?: string | undefined; children: ReactNode };

/** Renders nothing without content. */
export function PublicPart({ title, lang, children }: PublicPartProps) {
  if (!children) return null;
  return (
    <div className="@container min-w-0">
      <h3 className="mb-3 font-semibold">{title}</h3>
      <Passage lang={lang}>{children}</Passage>
    </div>
  );
}

export function PublicLegal({ legal }: { legal: StoredLegal | undefined }) {
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = legal?.trademark_lines ?? [];
  if (lines.length + boilerplate.length === 0) return null;
  return (
    <Section large id="legal" title="Legal">
      <div className="flex max-w-prose flex-col gap-6">
        {boilerplate.map(([tag, text]) => (
          <div key={tag}>
            <h3 className="mb-1 font-semibold">About the brand, in {languageName(tag)}</h3>
            <p lang={tag} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          </div>
        ))}
        {lines.length > 0 ? (
          <ul className="flex flex-col gap-1 text-[0.8125rem] text-muted">
            {lines.map((line) => (
              <li key={line}>
                <ContentText className="wrap-anywhere">{line}</ContentText>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}

type PublicLanguagesProps = {
  href: string;
  main: string | undefined;
  /** Tags of translated languages. Empty hides the menu. */
  tags: readonly string[];
  current: string | null;
};

/** A language menu. Each language has its own name. */
export function PublicLanguages({ href, main, tags, current }: PublicLanguagesProps) {
  if (tags.length === 0) return null;
  // When every listed language has translations, the main texts' language is unknown.
  const known = main && !tags.includes(main) ? main : undefined;
  const choices = [
    { key: "", href, name: known ? ownLanguageName(known) : "Original", tag: known, chosen: current === null },
    ...tags.map((tag) => ({
      key: tag,
      href: `${href}?lang=${tag}`,
      name: ownLanguageName(tag),
      tag,
      chosen: tag === current,
    })),
  ];
  return (
    <nav aria-label="Language of the brand’s texts">
      <ul className="flex flex-wrap justify-end gap-1">
        {choices.map(({ key, href: at, name, tag, chosen }) => (
          <li key={key}>
            <a
              href={at}
              hrefLang={tag}
              lang={tag}
              dir="auto"
              aria-current={chosen ? "page" : undefined}
              className={cx(
                "block rounded-md px-3 py-1.5 text-[0.8125rem] transition-colors",
                chosen ? "bg-active font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
