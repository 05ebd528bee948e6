import { Check, X } from "lucide-react";
import type { CSSProperties } from "react";
import { listBlock, type NamedEntry, type Reading } from "@/components/chapters/chapter";
import { uniqueKeys, words } from "@/components/diff/value-text";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";

const MAX_IN_A_ROW = 4;
/** Number of strong colours in a brand's theme (`--block-0` and up). */
const BLOCKS = 4;

function inRows(entries: readonly unknown[]): CSSProperties {
  const perRow = Math.ceil(entries.length / Math.ceil(entries.length / MAX_IN_A_ROW));
  return { flexBasis: `max(13rem, ${100 / (perRow + 0.5)}%)` };
}

type Card = NamedEntry & { not?: string };

export function cardsBlock(entries: readonly Card[] | undefined): Reading {
  return columnsBlock(entries, "gap-2 @md:gap-3", "rounded-xl bg-raised p-3 @md:p-3.5");
}

export function ruledBlock(entries: readonly Card[] | undefined): Reading {
  return columnsBlock(entries, "gap-x-6 gap-y-2.5", "border-accent border-t-2 pt-1.5 pb-1");
}

function columnsBlock(entries: readonly Card[] | undefined, gaps: string, look: string): Reading {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(({ name }) => name ?? ""));
  return (
    <ul className={cx("flex flex-wrap", gaps)}>
      {entries.map(({ name, text, kind, not }, index) => (
        <li key={keys[index]} className={cx("min-w-0 grow", look)} style={inRows(entries)}>
          <NameOf name={name} kind={kind} />
          <TextOf text={text} />
          {not ? (
            <p className="mt-1 flex gap-2 text-muted wrap-anywhere">
              <X aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0">
                Not: <ContentText>{not}</ContentText>
              </span>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

export function numberedBlock(entries: readonly NamedEntry[] | undefined): Reading {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(({ name }) => name ?? ""));
  return (
    <ol className="flex flex-wrap gap-2 @md:gap-3">
      {entries.map(({ name, text }, index) => (
        <li
          key={keys[index]}
          className="flex min-w-0 grow gap-3 rounded-xl p-3 @md:p-3.5"
          style={{
            ...inRows(entries),
            backgroundColor: `var(--block-${index % BLOCKS})`,
            color: `var(--on-block-${index % BLOCKS})`,
          }}
        >
          <span aria-hidden="true" className="font-heading font-semibold text-3xl tabular-nums leading-[0.85]">
            {index + 1}
          </span>
          <div className="min-w-0 grow">
            <NameOf name={name} />
            <TextOf text={text} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function NameOf({ name, kind }: Pick<NamedEntry, "name" | "kind">) {
  if (!name && !kind) return null;
  return (
    <p className="font-heading font-semibold text-base leading-snug wrap-anywhere">
      {name ? <ContentText>{name}</ContentText> : null}
      {kind ? <span className="ml-2 font-normal text-muted text-xs">{words(kind)}</span> : null}
    </p>
  );
}

const TextOf = ({ text }: { text: string | undefined }) => (
  <ContentText as="p" className="mt-1 whitespace-pre-wrap wrap-anywhere">
    {text}
  </ContentText>
);

export function quotesBlock(entries: readonly { context?: string; text?: string }[] | undefined): Reading {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(({ text }) => text ?? ""));
  return (
    <div className="gap-3 @2xl:columns-2 @4xl:columns-3">
      {entries.map(({ context, text }, index) => (
        <figure
          key={keys[index]}
          className="mb-3 break-inside-avoid rounded-r-xl border-[var(--block-1)] border-l-4 bg-raised p-3 @md:p-3.5"
        >
          {text ? (
            <ContentText
              as="blockquote"
              className="whitespace-pre-wrap text-pretty text-base leading-snug wrap-anywhere"
            >
              “{text}”
            </ContentText>
          ) : null}
          <ContentText as="figcaption" className="mt-2 text-[0.8125rem] text-muted wrap-anywhere">
            {context}
          </ContentText>
        </figure>
      ))}
    </div>
  );
}

export function pillsBlock(label: string, items: readonly string[] | undefined, struck = false): Reading {
  if (!items?.length) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {[...new Set(items)].map((item) => (
        <li
          key={item}
          className={cx(
            "max-w-full rounded-2xl border border-line px-3 py-0.5 text-[0.875rem] wrap-anywhere",
            struck && "text-muted line-through",
          )}
        >
          <ContentText>{item}</ContentText>
        </li>
      ))}
    </ul>
  );
}

const MARKS = {
  do: <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />,
  dont: <X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />,
};

export const markedBlock = (mark: keyof typeof MARKS, items: readonly string[] | undefined) =>
  listBlock(items, MARKS[mark]);
