import { uniqueKeys } from "@/components/diff/list-diff";
import { ContentText } from "@/components/ui/content-text";
import type { BrandDocument } from "@/lib/brand-document";
import { TONE_AXES } from "@/lib/contract";
import { TONE_ENDS, toneText } from "@/lib/identity";
import { listBlock, namedBlock, type Reading, textBlock, titled, together } from "./read-blocks";

type HasIdentity = Pick<BrandDocument, "identity">;
type Persona = BrandDocument["identity"]["persona"];

/** How the sections of the persona read, by their ids. */
export const PERSONA_READINGS = {
  character: ({ identity }: HasIdentity) => characterBlock(identity.persona),
  voice: ({ identity: { persona } }: HasIdentity) =>
    together(
      textBlock(persona.voice?.summary),
      titled("It is", textBlock(persona.voice?.attributes?.join(", "))),
      titled("It avoids", textBlock(persona.voice?.avoid?.join(", "))),
    ),
  tone: ({ identity }: HasIdentity) => toneBlock(identity.persona.tone),
  rules: ({ identity: { persona } }: HasIdentity) =>
    together(titled("Do", listBlock(persona.dos)), titled("Don’t", listBlock(persona.donts))),
  vocabulary: ({ identity: { persona } }: HasIdentity) =>
    together(
      preferredBlock(persona.vocabulary?.prefer),
      titled("Never say", textBlock(persona.vocabulary?.banned?.join(", "))),
    ),
  contexts: ({ identity: { persona } }: HasIdentity) =>
    namedBlock(persona.contexts?.map(({ channel, shift }) => ({ name: channel, text: shift }))),
  examples: ({ identity: { persona } }: HasIdentity) =>
    namedBlock(persona.examples?.map(({ context, text }) => ({ name: context, text: text && `“${text}”` }))),
};

function characterBlock({ name, summary }: Persona): Reading {
  if (!name || !summary) return titled("Speaks as", textBlock(summary ?? name));
  return titled(
    <>
      Speaks as <ContentText>{name}</ContentText>
    </>,
    textBlock(summary),
  );
}

type Preferred = NonNullable<NonNullable<Persona["vocabulary"]>["prefer"]>;

function preferredBlock(prefer: Preferred | undefined): Reading {
  if (!prefer?.length) return null;
  const keys = uniqueKeys(prefer.map(({ say }) => say ?? ""));
  return (
    <ul className="flex flex-col gap-1">
      {prefer.map(({ say, not }, index) => (
        <li key={keys[index]} className="wrap-anywhere">
          {say ? <ContentText className="font-medium">{say}</ContentText> : null}
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
    <ul className="flex flex-col gap-2.5">
      {TONE_AXES.map((axis) => {
        const value = tone[axis];
        if (value === undefined) return null;
        return (
          <li key={axis}>
            <p>{toneText(axis, value)}</p>
            <div aria-hidden="true" className="relative mt-1.5 h-1 rounded-full bg-active">
              <span
                className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-3 rounded-full border-2 border-ink bg-surface"
                style={{ left: `${((value + 2) / 4) * 100}%` }}
              />
            </div>
            <div aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs">
              <span>{TONE_ENDS[axis][0]}</span>
              <span>{TONE_ENDS[axis][1]}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
