import { uniqueKeys } from "@/components/diff/value-text";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import type { StatedPart } from "@/lib/publishing";

type SnapshotStatedProps = {
  parts: readonly StatedPart[];
  empty: string;
  /** Who wrote the entry names. Names by people are isolated (bidi) in the hub's sentences; else texts are people's. */
  namedBy: "people" | "hub";
};

export function SnapshotStated({ parts, empty, namedBy }: SnapshotStatedProps) {
  const stated = parts.filter(({ lines, entries }) => lines.length + entries.length > 0);
  if (stated.length === 0) return <EmptyState framed title={empty} />;
  return (
    <div className="flex flex-col gap-8">
      {stated.map(({ title, lines, entries }) => (
        <section key={title}>
          <h2 className="mb-3 font-semibold">{title}</h2>
          {lines.length > 0 ? (
            <ul className="mb-3 flex max-w-prose flex-col gap-1">
              {[...new Set(lines)].map((line) => (
                <li key={line}>
                  <ContentText className="wrap-anywhere">{line}</ContentText>
                </li>
              ))}
            </ul>
          ) : null}
          <dl className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
            {withKeys(entries).map(({ key, name, text, lang }) => (
              <div key={key}>
                <dt className="font-medium">{namedBy === "people" ? <ContentText>{name}</ContentText> : name}</dt>
                <dd className="text-muted wrap-anywhere">
                  {namedBy === "people" ? (
                    <MixedText>{text}</MixedText>
                  ) : (
                    <ContentText className="block" {...(lang && { lang })}>
                      {text}
                    </ContentText>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function withKeys<Entry extends { name: string; text: string }>(
  entries: readonly Entry[],
): (Entry & { key: string })[] {
  const keys = uniqueKeys(entries.map(({ name, text }) => `${name} ${text}`));
  return entries.map((entry, at) => ({ ...entry, key: keys[at] ?? "" }));
}
