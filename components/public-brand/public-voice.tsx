import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { uniqueKeys } from "@/components/diff/list-diff";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import type { CompiledIdentity } from "@/lib/contract";
import type { LocalizedIdentity } from "@/lib/identity";
import { isolated } from "@/lib/kernel/isolated";

type Persona = CompiledIdentity["persona"];

/** How the brand speaks: enough for a partner to write a sentence that sounds like it. */
export function PublicVoice({ persona, langOf }: { persona: Persona; langOf: LocalizedIdentity["langOf"] }) {
  const { summary, voice, dos, donts, examples } = persona;
  const said = [summary, voice?.summary, voice?.attributes, dos, donts, examples].some((part) => part?.length);
  if (!said) return null;
  return (
    <Section
      large
      id="voice"
      title="Voice"
      description={persona.name ? <MixedText>{`Spoken by ${isolated(persona.name)}`}</MixedText> : undefined}
    >
      <div className="flex flex-col gap-6">
        {[
          { path: "persona.summary", text: summary },
          { path: "persona.voice.summary", text: voice?.summary },
        ].map(({ path, text }) =>
          text ? (
            <ContentText
              as="p"
              key={path}
              lang={langOf(path)}
              className="max-w-prose whitespace-pre-wrap text-base leading-relaxed wrap-anywhere rtl:ml-auto"
            >
              {text}
            </ContentText>
          ) : null,
        )}
        {voice?.attributes?.length ? (
          <ul className="flex flex-wrap gap-1.5">
            {[...new Set(voice.attributes)].map((attribute) => (
              <li
                key={attribute}
                className="rounded-2xl border border-line bg-surface px-3 py-1 text-[0.8125rem] wrap-anywhere"
              >
                <ContentText>{attribute}</ContentText>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <Advice
            title="Do"
            items={dos}
            lang={langOf("persona.dos")}
            icon={<Check aria-hidden="true" className="text-success" />}
          />
          <Advice
            title="Don’t"
            items={donts}
            lang={langOf("persona.donts")}
            icon={<X aria-hidden="true" className="text-danger" />}
          />
        </div>
        <Examples examples={examples} />
      </div>
    </Section>
  );
}

function Examples({ examples = [] }: { examples: Persona["examples"] }) {
  const said = examples.filter(({ text }) => text);
  const keys = uniqueKeys(said.map(({ text = "" }) => text));
  if (said.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-semibold">How it sounds</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {said.map(({ context, text }, index) => (
          <figure
            key={keys[index]}
            className="flex flex-col justify-between gap-3 rounded-xl border border-line bg-surface p-4"
          >
            <ContentText as="blockquote" className="text-base leading-relaxed wrap-anywhere">
              “{text}”
            </ContentText>
            {context ? (
              <ContentText as="figcaption" className="text-[0.8125rem] text-muted wrap-anywhere">
                {context}
              </ContentText>
            ) : null}
          </figure>
        ))}
      </div>
    </div>
  );
}

type AdviceProps = { title: string; items?: readonly string[]; lang: string | undefined; icon: ReactNode };

function Advice({ title, items = [], lang, icon }: AdviceProps) {
  const keys = uniqueKeys(items);
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-1.5">
        {items.map((item, index) => (
          <li key={keys[index]} className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
            {icon}
            <ContentText lang={lang} className="min-w-0 grow wrap-anywhere">
              {item}
            </ContentText>
          </li>
        ))}
      </ul>
    </div>
  );
}
