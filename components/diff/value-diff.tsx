import type { ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { ComparedPicture } from "./change-pictures";
import { diffList, type EntryDiff, uniqueKeys } from "./list-diff";
import { areAlike, diffText } from "./text-diff";
import { Added, Became, HexValue, Removed } from "./value-marks";
import { isPicture, isToldWhole, toldField, valueText, words } from "./value-text";

type Group = Record<string, unknown>;
type ValueProps = { field: string; value: unknown };
type DiffProps = { field: string; before?: unknown; after?: unknown };

const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isToldWhole(value);

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const isBlank = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

/** The name of an entry: the first of its texts that names it. */
const nameOf = (entry: unknown): string => {
  if (!isGroup(entry)) return "";
  const name =
    entry.name ?? entry.segment ?? entry.channel ?? entry.context ?? entry.say ?? entry.label ?? entry.family;
  return typeof name === "string" ? name : "";
};

/** Whether one entry of a list is likely what became of another: of the same name, or much the same text. */
function alike(before: unknown, after: unknown): boolean {
  if (typeof before === "string" && typeof after === "string") return areAlike(before, after);
  return nameOf(before) !== "" && nameOf(before) === nameOf(after);
}

/** A single value as it stands in a document. */
export function Value({ field, value }: ValueProps): ReactNode {
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
  if (isGroup(value)) return <FieldRows before={undefined} after={value} plain />;
  const said = valueText(field, value);
  if (said !== null && isPicture(value)) return <ComparedPicture file={value} said={said} />;
  if (said !== null) return <span className="wrap-anywhere">{said}</span>;
  return <ContentText className="whitespace-pre-wrap wrap-anywhere">{String(value)}</ContentText>;
}

/** What became of one value, whatever its shape: words of a text, entries of a list, fields of an entry, colours as chips. */
export function ValueDiff({ field, before, after }: DiffProps): ReactNode {
  if (Array.isArray(before ?? after)) return <ListDiff field={field} before={before} after={after} />;
  if (isGroup(before ?? after))
    return <FieldRows before={before as Group | undefined} after={after as Group | undefined} />;
  if (isEmpty(before)) return <Added>{<Value field={field} value={after} />}</Added>;
  if (isEmpty(after)) return <Removed>{<Value field={field} value={before} />}</Removed>;
  const isText =
    typeof before === "string" && typeof after === "string" && field !== "hex" && valueText(field, after) === null;
  if (isText) return <TextDiff before={before} after={after} />;
  return <Became before={<Value field={field} value={before} />} after={<Value field={field} value={after} />} />;
}

function TextDiff({ before, after }: { before: string; after: string }) {
  const runs = diffText(before, after);
  const keys = uniqueKeys((runs ?? []).map(({ kind, text }) => `${kind} ${text}`));
  if (runs === null) {
    return (
      <div className="flex flex-col gap-1.5">
        <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
          <Removed>{before}</Removed>
        </ContentText>
        <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
          <Added>{after}</Added>
        </ContentText>
      </div>
    );
  }
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

function ListDiff({ field, before, after }: DiffProps) {
  const entries = diffList((before ?? []) as unknown[], (after ?? []) as unknown[], alike);
  const unchanged = entries.filter((entry) => entry.kind === "same").length;
  const moved = unchanged === entries.length;
  const shown = moved ? entries : entries.filter((entry) => entry.kind !== "same");
  const keys = uniqueKeys(shown.map((entry) => JSON.stringify(entry)));
  return (
    <div className="flex flex-col gap-2">
      {moved ? <p className="text-muted">Now in this order:</p> : null}
      <ul className="flex flex-col gap-2">
        {shown.map((entry, index) => (
          <li key={keys[index]} className="flex gap-2">
            <Sign kind={moved ? "same" : entry.kind} />
            <div className="min-w-0 grow">
              <Entry field={field} entry={entry} />
            </div>
          </li>
        ))}
      </ul>
      {!moved && unchanged > 0 ? <p className="text-[0.8125rem] text-muted">{unchanged} unchanged</p> : null}
    </div>
  );
}

function Entry({ field, entry }: { field: string; entry: EntryDiff<unknown> }) {
  if (entry.kind === "changed") {
    return (
      <>
        {nameOf(entry.after) ? (
          <ContentText as="p" className="font-medium">
            {nameOf(entry.after)}
          </ContentText>
        ) : null}
        <ValueDiff field={field} before={entry.before} after={entry.after} />
      </>
    );
  }
  if (entry.kind === "added") return <ValueDiff field={field} after={entry.value} />;
  if (entry.kind === "removed") return <ValueDiff field={field} before={entry.value} />;
  return <Value field={field} value={entry.value} />;
}

const SIGNS = { added: "+", removed: "−", changed: "~", same: "·" };

function Sign({ kind }: { kind: EntryDiff<unknown>["kind"] }) {
  return (
    <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono text-faint">
      {SIGNS[kind]}
    </span>
  );
}

/** What names an entry stands first, whatever order the database keeps. */
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

/** Where the page that edits an entry names a field otherwise than its key does. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  min_width_px: "Smallest width",
  opentype_features: "OpenType features",
  expires_on: "Last day",
  font: "Typeface",
  fontSize: "Size",
  fontWeight: "Weight",
  letterSpacing: "Letter spacing",
  lineHeight: "Line height",
};

type FieldRowsProps = { before: Group | undefined; after: Group | undefined; plain?: boolean };

/** The fields of an entry that differ, each on its own line; all of them where the entry is new or gone. */
function FieldRows({ before, after, plain = false }: FieldRowsProps) {
  const was = (field: string) => toldField(field, before?.[field]);
  const is = (field: string) => toldField(field, after?.[field]);
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter(
    (field) => field !== "id",
  );
  fields.sort((a, b) => rankOf(a) - rankOf(b));
  const differing = fields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
  const shown = differing.filter((field) => !isBlank(was(field)) || !isBlank(is(field)));
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      {shown.map((field) => (
        <div key={field} className="contents">
          <dt className="text-[0.8125rem] text-muted leading-6 max-sm:mt-1">{FIELD_NAMES[field] ?? words(field)}</dt>
          <dd className="min-w-0 leading-6">
            {plain ? (
              <Value field={field} value={is(field)} />
            ) : (
              <ValueDiff field={field} before={was(field)} after={is(field)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
