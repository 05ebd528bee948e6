import { columnsOf, type Reading, statementBlock, titled, together } from "@/components/chapters/chapter";
import { uniqueKeys } from "@/components/diff/value-text";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";
import type { BrandDocument } from "@/lib/content";
import { TONE_AXES } from "@/lib/contract";
import { TONE_ENDS, toneText } from "@/lib/publishing";
import { markedBlock, pillsBlock, quotesBlock, ruledBlock } from "./card-blocks";

type HasIdentity = Pick<BrandDocument, "identity">;
type Persona = BrandDocument["identity"]["persona"];

export const PERSONA_READINGS = {
  character: ({ identity }: HasIdentity) => characterBlock(identity.persona),
  voice: ({ identity: { persona } }: HasIdentity) =>
    columnsOf(
      statementBlock(persona.voice?.summary),
      titled("It is", markedBlock("do", persona.voice?.attributes)),
      titled("It avoids", markedBlock("dont", persona.voice?.avoid)),
    ),
  tone: ({ identity }: HasIdentity) => toneBlock(identity.persona.tone),
  rules: ({ identity: { persona } }: HasIdentity) =>
    columnsOf(ruleBlock("do", "Do", persona.dos), ruleBlock("dont", "Don’t", persona.donts)),
  vocabulary: ({ identity: { persona } }: HasIdentity) =>
    together(
      preferredBlock(persona.vocabulary?.prefer),
      titled("Never say", pillsBlock("Never say", persona.vocabulary?.banned, true)),
    ),
  contexts: ({ identity: { persona } }: HasIdentity) =>
    ruledBlock(persona.contexts?.map(({ channel, shift }) => ({ name: channel, text: shift }))),
  examples: ({ identity: { persona } }: HasIdentity) => quotesBlock(persona.examples),
};

function characterBlock({ name, summary }: Persona): Reading {
  if (!name && !summary) return null;
  return (
    <div
      className="grid items-baseline gap-x-8 gap-y-2 rounded-xl p-3 @md:p-4 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      style={{ backgroundColor: "var(--block-1)", color: "var(--on-block-1)" }}
    >
      <div>
        <p className="text-[0.8125rem]">Speaks as</p>
        <ContentText as="p" className="text-balance font-heading font-semibold text-2xl leading-tight wrap-anywhere">
          {name}
        </ContentText>
      </div>
      <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere @md:text-base">
        {summary}
      </ContentText>
    </div>
  );
}

function ruleBlock(mark: "do" | "dont", title: string, items: readonly string[] | undefined): Reading {
  const list = markedBlock(mark, items);
  if (list === null) return null;
  return (
    <div
      className={cx(
        "h-full rounded-b-xl border-t-4 bg-raised p-3 @md:p-4",
        mark === "do" ? "border-success" : "border-danger",
      )}
    >
      <p className="mb-2 font-heading font-semibold text-base">{title}</p>
      {list}
    </div>
  );
}

type Preferred = NonNullable<NonNullable<Persona["vocabulary"]>["prefer"]>;

function preferredBlock(prefer: Preferred | undefined): Reading {
  if (!prefer?.length) return null;
  const keys = uniqueKeys(prefer.map(({ say }) => say ?? ""));
  return (
    <ul className="gap-x-8 @lg:columns-2 @4xl:columns-3">
      {prefer.map(({ say, not }, index) => (
        <li key={keys[index]} className="break-inside-avoid border-line border-b py-1 wrap-anywhere">
          {say ? <ContentText className="font-heading font-semibold text-base">{say}</ContentText> : null}
          {not ? (
            <span className="text-muted">
              {say ? ", not " : "Not "}
              <ContentText>“{not}”</ContentText>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function toneBlock(tone: Persona["tone"]): Reading {
  if (!tone) return null;
  return (
    <ul className="grid grid-cols-2 items-end gap-x-4 gap-y-4 @md:gap-x-8 @4xl:grid-cols-4">
      {TONE_AXES.map((axis) => {
        const value = tone[axis];
        if (value === undefined) return null;
        return (
          <li key={axis}>
            <p className="font-heading font-semibold text-base">{toneText(axis, value)}</p>
            <div aria-hidden="true" className="relative mt-2.5 h-1 rounded-full bg-line">
              <span
                className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-3.5 rounded-full bg-accent"
                style={{ left: `${((value + 2) / 4) * 100}%` }}
              />
            </div>
            <div aria-hidden="true" className="mt-2 flex justify-between text-[0.6875rem] text-faint">
              <span>{TONE_ENDS[axis][0]}</span>
              <span>{TONE_ENDS[axis][1]}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
