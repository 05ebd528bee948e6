import { Fragment, type ReactNode } from "react";
import { uniqueKeys, words } from "@/components/diff/value-text";
import { ContentText } from "@/components/ui/content-text";

export type Reading = ReactNode | null;

export function together(...readings: readonly Reading[]): Reading {
  const filled = readings.filter((reading) => reading !== null);
  if (filled.length === 0) return null;
  return <div className="flex flex-col gap-4">{filled.map((reading, index) => withIndex(reading, index))}</div>;
}

const withIndex = (reading: Reading, index: number) => <Fragment key={`reading-${String(index)}`}>{reading}</Fragment>;

export function titled(title: ReactNode, reading: Reading): Reading {
  if (reading === null) return null;
  return (
    <div className="min-w-0">
      <p className="mb-1 font-medium text-[0.8125rem] text-muted">{title}</p>
      {reading}
    </div>
  );
}

export function textBlock(text: string | undefined, lang?: string): Reading {
  if (!text) return null;
  return (
    <ContentText as="p" {...(lang && { lang })} className="max-w-prose whitespace-pre-wrap wrap-anywhere rtl:ml-auto">
      {text}
    </ContentText>
  );
}

export function statementBlock(text: string | undefined): Reading {
  if (!text) return null;
  return (
    <ContentText
      as="p"
      className="whitespace-pre-wrap text-pretty font-heading font-medium text-lg leading-snug @md:text-xl wrap-anywhere"
    >
      {text}
    </ContentText>
  );
}

export function columnsOf(...readings: readonly Reading[]): Reading {
  const filled = readings.filter((reading) => reading !== null);
  if (filled.length === 0) return null;
  return (
    <div className="grid gap-x-8 gap-y-3 @lg:grid-flow-col @lg:auto-cols-fr">
      {filled.map((reading, index) => withIndex(reading, index))}
    </div>
  );
}

export function factBlock(entries: readonly [name: string, value: ReactNode][]): Reading {
  const known = entries.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {typeof value === "string" ? <ContentText className="block">{value}</ContentText> : value}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

export type NamedEntry = { name: string | undefined; text: string | undefined; kind?: string; lang?: string };

export function namedBlock(entries: readonly NamedEntry[] | undefined): Reading {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(({ name }) => name ?? ""));
  return (
    <dl className="flex flex-col gap-2.5">
      {entries.map(({ name, text, kind, lang }, index) => (
        <div key={keys[index]}>
          <dt className="font-medium wrap-anywhere">
            {name ? <ContentText className={kind ? undefined : "block"}>{name}</ContentText> : "Unnamed"}
            {kind ? <span className="ml-2 font-normal text-muted">{words(kind)}</span> : null}
          </dt>
          <ContentText as="dd" {...(lang && { lang })} className="whitespace-pre-wrap text-muted wrap-anywhere">
            {text}
          </ContentText>
        </div>
      ))}
    </dl>
  );
}

export function listBlock(items: readonly string[] | undefined): Reading {
  if (!items?.length) return null;
  const keys = uniqueKeys(items);
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item, index) => (
        <ContentText as="li" key={keys[index]} className="flex gap-2.5 wrap-anywhere">
          <span aria-hidden="true" className="mt-[0.6em] h-0.5 w-2.5 shrink-0 bg-accent" />
          <ContentText className="min-w-0 grow">{item}</ContentText>
        </ContentText>
      ))}
    </ul>
  );
}
