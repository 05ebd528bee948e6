import { SECTION_READINGS } from "@/components/identity/section-readings";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import type { CompiledIdentity } from "@/lib/contract";
import type { LocalizedIdentity } from "@/lib/publishing";
import { PublicNamed, PublicPart } from "./public-named";

type PublicCharacterProps = { identity: CompiledIdentity; langOf: LocalizedIdentity["langOf"] };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function PublicCharacter({ identity, langOf }: PublicCharacterProps) {
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
