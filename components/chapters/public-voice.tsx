import { uniqueKeys } from "@/components/diff/value-text";
import { markedBlock } from "@/components/identity/card-blocks";
import { PERSONA_READINGS } from "@/components/identity/persona-readings";
import { SECTION_READINGS } from "@/components/identity/section-readings";
import { Section } from "@/components/ui/card";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Passage } from "@/components/ui/text";
import type { CompiledIdentity } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import type { LocalizedIdentity } from "@/lib/publishing";
import { listBlock } from "./chapter";
import { PublicNamed, PublicPart, PublicText } from "./public-named";

type Persona = CompiledIdentity["persona"];
type PublicVoiceProps = { identity: CompiledIdentity; langOf: LocalizedIdentity["langOf"] };

export function PublicVoice({ identity, langOf }: PublicVoiceProps) {
  const { persona } = identity;
  const { summary, voice, dos = [], donts = [], examples, contexts = [] } = persona;
  const tone = PERSONA_READINGS.tone({ identity });
  const words = (["prefer", "banned"] as const).flatMap((key) => {
    const vocabulary = { [key]: persona.vocabulary?.[key] };
    const reading = PERSONA_READINGS.vocabulary({ identity: { ...identity, persona: { vocabulary } } });
    return reading ? [{ key, reading }] : [];
  });
  const lists = [words, voice?.attributes, voice?.avoid, dos, donts, examples, contexts];
  if (!summary && !voice?.summary && !tone && !lists.some((list) => list?.length)) return null;
  return (
    <Section
      large
      id="voice"
      title="Voice"
      description={
        persona.name ? (
          <Passage lang={langOf("persona.name")}>
            <MixedText>{`Spoken by ${bidiIsolate(persona.name)}`}</MixedText>
          </Passage>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-6">
        <PublicText lang={langOf("persona.summary")}>{summary}</PublicText>
        <PublicText lang={langOf("persona.voice.summary")}>{voice?.summary}</PublicText>
        <div className="grid gap-x-10 gap-y-6 empty:hidden sm:grid-cols-2">
          <Chips title="It sounds" items={voice?.attributes} lang={langOf("persona.voice.attributes")} />
          <Chips title="It never sounds" items={voice?.avoid} lang={langOf("persona.voice.avoid")} />
          <PublicPart title="Tone">{tone}</PublicPart>
          {words.length > 0 ? (
            <PublicPart title="Words">
              <div className="flex flex-col gap-4">
                {words.map(({ key, reading }) => (
                  <Passage key={key} lang={langOf(`persona.vocabulary.${key}`)}>
                    {reading}
                  </Passage>
                ))}
              </div>
            </PublicPart>
          ) : null}
        </div>
        <div className="grid gap-x-10 gap-y-6 empty:hidden sm:grid-cols-2">
          <PublicPart title="Do" lang={langOf("persona.dos")}>
            {markedBlock("do", dos)}
          </PublicPart>
          <PublicPart title="Don’t" lang={langOf("persona.donts")}>
            {markedBlock("dont", donts)}
          </PublicPart>
        </div>
        <PublicNamed
          title="Tone by channel"
          lang={langOf("persona.contexts")}
          entries={contexts.map(({ channel, shift }) => ({ name: channel, text: shift }))}
        />
        <Passage lang={langOf("persona.examples")}>
          <Examples examples={examples} />
        </Passage>
      </div>
    </Section>
  );
}

function Chips({ title, items = [], lang }: { title: string; items?: readonly string[]; lang: string | undefined }) {
  if (items.length === 0) return null;
  return (
    <PublicPart title={title} lang={lang}>
      <ul className="flex flex-wrap gap-1.5">
        {[...new Set(items)].map((item) => (
          <li key={item} className="rounded-2xl border border-line bg-surface px-3 py-1 text-[0.8125rem] wrap-anywhere">
            <ContentText>{item}</ContentText>
          </li>
        ))}
      </ul>
    </PublicPart>
  );
}

function Examples({ examples = [] }: { examples: Persona["examples"] }) {
  const stated = examples.filter(({ text }) => text);
  const keys = uniqueKeys(stated.map(({ text = "" }) => text));
  if (stated.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-semibold">How it sounds</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {stated.map(({ context, text }, index) => (
          <figure
            key={keys[index]}
            className="flex flex-col justify-between gap-3 rounded-xl border border-line bg-surface p-4"
          >
            <ContentText as="blockquote" className="text-base leading-relaxed wrap-anywhere">
              “{text}”
            </ContentText>
            <ContentText as="figcaption" className="text-[0.8125rem] text-muted wrap-anywhere">
              {context}
            </ContentText>
          </figure>
        ))}
      </div>
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function PublicCharacter({ identity, langOf }: PublicVoiceProps) {
  const { brand, personality } = identity;
  const purpose = (["mission", "vision", "promise"] as const).flatMap((key) => {
    const text = brand[key];
    return text ? [{ name: capital(key), text, lang: langOf(`brand.${key}`) }] : [];
  });
  const { values = [] } = brand;
  const { traits = [] } = personality;
  const dimensions = SECTION_READINGS.dimensions?.({ identity });
  const { primary, secondary } = personality.archetype ?? {};
  const archetypes = [primary, secondary].filter((one) => one !== undefined).map(capital);
  if (purpose.length + values.length + traits.length + archetypes.length === 0 && !dimensions) return null;
  return (
    <Section large id="character" title="Character">
      <div className="flex flex-col gap-10">
        {purpose.length > 0 ? (
          <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
            {purpose.map(({ name, text, lang }) => (
              <div key={name}>
                <dt className="mb-1 text-[0.8125rem] text-muted">{name}</dt>
                <ContentText as="dd" lang={lang} className="text-base leading-relaxed wrap-anywhere">
                  {text}
                </ContentText>
              </div>
            ))}
          </dl>
        ) : null}
        <PublicNamed
          title="Values"
          lang={langOf("brand.values")}
          entries={values.map(({ name, description }) => ({ name, text: description }))}
        />
        <PublicNamed
          title="Traits"
          lang={langOf("personality.traits")}
          entries={traits.map(({ name, means, not }) => ({ name, text: means, not }))}
        />
        {dimensions || archetypes.length > 0 ? (
          <PublicPart title="Personality">
            {archetypes.length > 0 ? (
              <p className="mb-3 text-muted">
                {archetypes.length > 1 ? `Archetypes: ${archetypes.join(", then ")}` : `Archetype: ${archetypes[0]}`}
              </p>
            ) : null}
            {dimensions}
          </PublicPart>
        ) : null}
      </div>
    </Section>
  );
}

type PublicOfferProps = { brand: CompiledIdentity["brand"]; langOf: LocalizedIdentity["langOf"] };

export function PublicOffer({ brand, langOf }: PublicOfferProps) {
  const { value_proposition: proposition, offerings = [], audiences = [], differentiators = [] } = brand;
  if (!proposition && offerings.length + audiences.length + differentiators.length === 0) return null;
  return (
    <Section large id="offer" title="Offer">
      <div className="flex flex-col gap-10">
        <PublicText lang={langOf("brand.value_proposition")}>{proposition}</PublicText>
        <PublicNamed
          title="Products and services"
          lang={langOf("brand.offerings")}
          entries={offerings.map(({ name, type, description }) => ({ name, text: description, kind: type }))}
        />
        <PublicNamed
          title="Who it is for"
          lang={langOf("brand.audiences")}
          entries={audiences.map(({ segment, description }) => ({ name: segment, text: description }))}
        />
        <PublicPart title="What sets it apart" lang={langOf("brand.differentiators")}>
          {listBlock(differentiators)}
        </PublicPart>
      </div>
    </Section>
  );
}
