import { HexValue } from "@/components/diff/value-marks";
import { uniqueKeys, words } from "@/components/diff/value-text";
import { StatedColors } from "@/components/palette/stated-colors";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import type { BrandSnapshot, ColorTexts } from "@/lib/content";
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

type SnapshotPaletteProps = { colors: BrandSnapshot["colors"]; stated: readonly ColorTexts[] };

export function SnapshotPalette({ colors, stated }: SnapshotPaletteProps) {
  if (colors.palette.length === 0) {
    return (
      <EmptyState framed title="No colours">
        This version has no palette.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Entries colors={colors} />
      <StatedColors stated={stated} level={2} />
    </div>
  );
}

function Entries({ colors }: { colors: BrandSnapshot["colors"] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {colors.palette.map(({ id, name, role, hex, usage, locked }) => (
        <li key={id} className="rounded-xl border border-line bg-surface px-4 py-3">
          <div className="flex items-center justify-between gap-3">
            <HexValue hex={hex} />
            {locked ? <span className="text-[0.8125rem] text-muted">Locked</span> : null}
          </div>
          <ContentText as="p" className="mt-2 font-medium wrap-anywhere">
            {name}
          </ContentText>
          <p className="text-[0.8125rem] text-muted">{words(role)}</p>
          {usage ? (
            <ContentText as="p" className="mt-1 text-[0.8125rem] wrap-anywhere">
              {usage}
            </ContentText>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
