import type { ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { Passage } from "@/components/ui/text";
import type { ChangedPart } from "@/lib/contract";
import {
  type ChangedField,
  differingFields,
  type EntryDiff,
  type FieldDiff,
  isGroup,
  labelPieces,
  languageAt,
  type TextRun,
  type ValueDiff as ValueDiffData,
} from "@/lib/publishing";
import { ChangePictures, ComparedPicture } from "./change-pictures";
import { Added, Became, HexValue, Removed } from "./value-marks";
import { isPicture, uniqueKeys, valueText, words } from "./value-text";

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

function Value({ field, value }: { field: string; value: unknown }): ReactNode {
  if (isEmpty(value)) return <span className="text-faint">Nothing</span>;
  if (field === "hex") return <HexValue hex={String(value)} />;
  if (Array.isArray(value)) {
    const keys = uniqueKeys(value.map((entry) => JSON.stringify(entry)));
    return (
      <ul className="flex flex-col gap-1.5">
        {value.map((entry, index) => (
          <li key={keys[index]}>
            <Value field={field} value={entry} />
          </li>
        ))}
      </ul>
    );
  }
  if (isGroup(value)) {
    // A flag that is off says nothing about a new entry.
    const fields = differingFields(undefined, value).filter(({ after }) => after !== false);
    return (
      <FieldRows rows={fields.map(({ field, after }) => ({ field, content: <Value field={field} value={after} /> }))} />
    );
  }
  const text = valueText(field, value);
  if (text !== null && isPicture(value)) return <ComparedPicture file={value} caption={text} />;
  if (text !== null) return <span className="wrap-anywhere">{text}</span>;
  return <ContentText className="whitespace-pre-wrap wrap-anywhere">{String(value)}</ContentText>;
}

function ValueDiff({ field, diff }: { field: string; diff: ValueDiffData }): ReactNode {
  switch (diff.kind) {
    case "list":
      return <ListDiff field={field} diff={diff} />;
    case "fields":
      return (
        <FieldRows
          rows={diff.fields.map((entry) => ({
            field: entry.field,
            content: <ValueDiff field={entry.field} diff={entry.diff} />,
          }))}
        />
      );
    case "text":
      return <Runs runs={diff.runs} />;
    case "texts":
      return (
        <div className="flex flex-col gap-1.5">
          <Runs runs={[{ kind: "removed", text: diff.before }]} />
          <Runs runs={[{ kind: "added", text: diff.after }]} />
        </div>
      );
    case "whole": {
      const before = <Value field={field} value={diff.before} />;
      const after = <Value field={field} value={diff.after} />;
      if (isEmpty(diff.before)) return <Added>{after}</Added>;
      if (isEmpty(diff.after)) return <Removed>{before}</Removed>;
      return <Became before={before} after={after} />;
    }
  }
}

function Runs({ runs }: { runs: readonly TextRun[] }) {
  const keys = uniqueKeys(runs.map(({ kind, text }) => `${kind} ${text}`));
  return (
    <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
      {runs.map(({ kind, text }, index) => {
        const key = keys[index];
        if (kind === "same") return <span key={key}>{text}</span>;
        return kind === "added" ? <Added key={key}>{text}</Added> : <Removed key={key}>{text}</Removed>;
      })}
    </ContentText>
  );
}

type ListDiffProps = { field: string; diff: Extract<ValueDiffData, { kind: "list" }> };

function ListDiff({ field, diff: { entries, moved, unchanged, left } }: ListDiffProps) {
  const keys = uniqueKeys(entries.map((entry) => JSON.stringify(entry)));
  return (
    <div className="flex flex-col gap-2">
      {moved ? <p className="text-muted">New order:</p> : null}
      <ul className="flex flex-col gap-2">
        {entries.map((entry, index) => (
          <li key={keys[index]} className="flex gap-2">
            <Sign kind={entry.kind} />
            <div className="min-w-0 grow">
              <Entry field={field} entry={entry} />
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="text-muted">{left} more not shown</p> : null}
      {unchanged > 0 ? <p className="text-[0.8125rem] text-muted">{unchanged} unchanged</p> : null}
    </div>
  );
}

function Entry({ field, entry }: { field: string; entry: EntryDiff }) {
  if (entry.kind === "same") return <Value field={field} value={entry.value} />;
  return (
    <>
      <ContentText as="p" className="font-medium">
        {entry.name}
      </ContentText>
      <ValueDiff field={field} diff={entry.diff} />
    </>
  );
}

const SIGNS = { added: "+", removed: "−", changed: "~", same: "·" };

function Sign({ kind }: { kind: EntryDiff["kind"] }) {
  return (
    <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono text-faint">
      {SIGNS[kind]}
    </span>
  );
}

/** Fields that name an entry come first: the database keeps no key order. */
const NAMING = [
  "name",
  "family",
  "font",
  "fontSize",
  "fontWeight",
  "lineHeight",
  "segment",
  "channel",
  "context",
  "say",
  "label",
  "role",
  "variant",
  "kind",
  "type",
  "hex",
];
const rankOf = (field: string) => (NAMING.includes(field) ? NAMING.indexOf(field) : NAMING.length);

/** Fields whose name in the editor differs from their key. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  min_width_px: "Minimum width",
  opentype_features: "OpenType features",
  expires_on: "Expiry date",
  font: "Typeface",
  fontSize: "Size",
  fontWeight: "Weight",
  letterSpacing: "Letter spacing",
  lineHeight: "Line height",
};

function FieldRows({ rows }: { rows: readonly { field: string; content: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      {rows
        .toSorted((a, b) => rankOf(a.field) - rankOf(b.field))
        .map(({ field, content }) => (
          <div key={field} className="contents">
            <dt className="text-[0.8125rem] text-muted leading-6 max-sm:mt-1">{FIELD_NAMES[field] ?? words(field)}</dt>
            <dd className="min-w-0 leading-6">{content}</dd>
          </div>
        ))}
    </dl>
  );
}

export const PART_NAMES: Record<ChangedPart, string> = {
  brand: "Name and address",
  identity: "Identity",
  colors: "Palette",
  logos: "Logos",
  assets: "Assets",
};

type ChangeListProps = {
  changes: readonly FieldDiff[];
  level?: 2 | 3;
  /** A link to a change that is too long for the list. */
  show: (change: ChangedField) => ReactNode;
  below?: (change: ChangedField) => ReactNode;
};

export function ChangeList({ changes, level = 3, show, below }: ChangeListProps) {
  const parts = [...new Set(changes.map((change) => change.part))];
  const Heading = `h${level}` as const;
  return (
    <ChangePictures values={changes.map(({ diff }) => diff)}>
      <div className="flex flex-col gap-6">
        {parts.map((part) => {
          const own = changes.filter((change) => change.part === part);
          return (
            <section key={part} aria-label={PART_NAMES[part]}>
              <Heading className="mb-2 flex items-baseline gap-2 font-semibold">
                {PART_NAMES[part]}
                <span className="font-normal text-[0.8125rem] text-muted tabular-nums">{own.length}</span>
              </Heading>
              <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
                {own.map((change) => (
                  <li key={change.path} className="px-4 py-3">
                    <ChangeLabel {...change} />
                    <div className="mt-1.5">
                      {change.diff ? <ChangeValue change={change} /> : <LongChange>{show(change)}</LongChange>}
                    </div>
                    {below ? <div className="mt-3 flex flex-col gap-2">{below(change)}</div> : null}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </ChangePictures>
  );
}

function LongChange({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-2 text-muted">Changed {children}</p>;
}

/** Renders `Persona · Voice · Summary` with the last word emphasised. Names given by people are marked as content. */
export function ChangeLabel({ path, label }: Pick<ChangedField, "path" | "label">): ReactNode {
  const { words, name } = labelPieces({ path, label });
  const steps = words.split(" · ");
  const last = steps.at(-1);
  return (
    <p className="text-[0.8125rem]">
      {steps.length > 1 ? <span className="text-muted">{`${steps.slice(0, -1).join(" · ")} · `}</span> : null}
      {last ? <span className="font-medium">{last}</span> : null}
      {name ? <ContentText className="font-medium wrap-anywhere">{name}</ContentText> : null}
    </p>
  );
}

export function ChangeValue({ change: { path, field, diff } }: { change: FieldDiff }) {
  return <Passage lang={languageAt(path)}>{diff ? <ValueDiff field={field} diff={diff} /> : null}</Passage>;
}
