import { cx } from "@/components/ui/cx";
import { ownLanguageName } from "@/lib/content";

type PublicLanguagesProps = {
  /** The page with the brand's main texts. */
  href: string;
  /** The language of the main texts, where it is known. */
  main: string | undefined;
  /** Languages that the brand states texts in, by their tags; none leaves the choice out. */
  tags: readonly string[];
  current: string | null;
};

/** The languages that the brand speaks here, each under its own name. */
export function PublicLanguages({ href, main, tags, current }: PublicLanguagesProps) {
  if (tags.length === 0) return null;
  // A brand that states texts in every language it names leaves open which of them its main ones are in.
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
