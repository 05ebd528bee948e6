"use client";

import { type ReactNode, useId, useState } from "react";
import { Added, Removed } from "@/components/diff/value-marks";
import { uniqueKeys } from "@/components/diff/value-text";
import { useDraftValue } from "@/components/draft/draft-provider";
import { ContentText } from "@/components/ui/content-text";
import { ChoiceField } from "@/components/ui/select";
import type { BrandDocument } from "@/lib/content";
import { applyVocabulary, toneInWords, type WordRun } from "@/lib/publishing";

type Persona = BrandDocument["identity"]["persona"];

const NEUTRAL = "Thank you for your message. Our team is looking into the issue and will get back to you shortly.";
const SHOWN_LETTERS = 60;

const textsOf = (persona: Persona): string[] => (persona.examples ?? []).flatMap(({ text }) => text?.trim() || []);

const shortened = (text: string): string => (text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text);

const marksOf = (text: string, persona: Persona): string => JSON.stringify(applyVocabulary(text, persona.vocabulary));

/** Picks the example that shows most: one the draft changes, else one with a word from the vocabulary. */
function bestExample(texts: readonly string[], before: Persona, after: Persona): number {
  const changed = texts.findIndex((text) => marksOf(text, before) !== marksOf(text, after));
  const marked = texts.findIndex((text) => applyVocabulary(text, after.vocabulary).length > 1);
  return Math.max(0, changed >= 0 ? changed : marked);
}

export function VoiceSample() {
  const before = useDraftValue(({ state }) => state.published.identity.persona);
  const after = useDraftValue(({ state }) => state.document.identity.persona);
  const version = useDraftValue(({ state }) => state.version);
  const [chosen, setChosen] = useState<number | null>(null);
  const texts = textsOf(after);
  const index = chosen !== null && chosen < texts.length ? chosen : bestExample(texts, before, after);
  const text = texts[index] ?? NEUTRAL;
  const published = textsOf(before);
  const earlier = texts.length === 0 || published.includes(text) ? text : (published[index] ?? null);
  return (
    <section aria-label="Voice sample" className="mt-6 border-line border-t pt-4">
      <h4 className="font-medium">Voice sample</h4>
      <p className="mt-0.5 mb-3 max-w-prose text-[0.8125rem] text-muted">
        {texts.length === 0 ? "This is a neutral sentence until you add examples. " : ""}
        Only vocabulary is applied, word by word. Tone and voice are up to the writer.
      </p>
      {texts.length > 1 ? (
        <ChoiceField
          label="Example"
          className="mb-3 sm:max-w-md"
          value={String(index)}
          options={texts.map((one, index) => ({ value: String(index), label: shortened(one), written: true }))}
          onChange={(value) => setChosen(Number(value))}
        />
      ) : null}
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={`Before: version ${version}`} persona={before}>
          {earlier === null ? (
            <p className="text-muted">No such example in this version.</p>
          ) : (
            <Marked text={earlier} persona={before} />
          )}
        </Side>
        <Side title="After: your draft" persona={after}>
          <Marked text={text} persona={after} />
        </Side>
      </div>
    </section>
  );
}

function Side({ title, persona, children }: { title: string; persona: Persona; children: ReactNode }) {
  const id = useId();
  const tone = toneInWords(persona.tone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form controls to group
    <div role="group" aria-labelledby={id} className="min-w-0 rounded-lg bg-sunken px-4 py-3">
      <p id={id} className="mb-1.5 text-[0.8125rem] text-muted">
        {title}
      </p>
      {children}
      {tone.length > 0 ? <p className="mt-2 text-[0.8125rem] text-muted">Tone: {tone.join(" · ")}</p> : null}
    </div>
  );
}

function Marked({ text, persona }: { text: string; persona: Persona }) {
  const runs = applyVocabulary(text, persona.vocabulary);
  const keys = uniqueKeys(runs.map((run) => run.text));
  return (
    <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
      {runs.map((run, index) => (
        <MarkedRun key={keys[index]} run={run} />
      ))}
    </ContentText>
  );
}

function MarkedRun({ run }: { run: WordRun }) {
  if (run.kind === "exchanged")
    return (
      <>
        <Removed>{run.was}</Removed> <Added>{run.text}</Added>
      </>
    );
  if (run.kind === "preferred")
    return <span className="underline decoration-2 decoration-success underline-offset-4">{run.text}</span>;
  if (run.kind === "banned")
    return (
      <mark className="rounded-sm bg-danger-soft px-0.5 text-ink underline decoration-danger decoration-wavy underline-offset-4">
        <span dir="ltr" lang="en" className="sr-only">
          never said:{" "}
        </span>
        {run.text}
      </mark>
    );
  return run.text;
}
