import { uniqueKeys } from "@/components/diff/list-diff";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import type { CompiledIdentity } from "@/lib/contract";
import type { LocalizedIdentity } from "@/lib/identity";

type PublicCharacterProps = {
  brand: CompiledIdentity["brand"];
  personality: CompiledIdentity["personality"];
  langOf: LocalizedIdentity["langOf"];
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the brand is for, what it values, and what it is like. */
export function PublicCharacter({ brand, personality, langOf }: PublicCharacterProps) {
  const purpose = (["mission", "vision", "promise"] as const).flatMap((key) => {
    const text = brand[key];
    return text ? [{ name: capital(key), text, lang: langOf(`brand.${key}`) }] : [];
  });
  const values = (brand.values ?? []).filter(({ name }) => name);
  const traits = (personality.traits ?? []).filter(({ name }) => name);
  const { primary, secondary } = personality.archetype ?? {};
  const archetypes = [primary, secondary].filter((one) => one !== undefined).map(capital);
  if (purpose.length + values.length + traits.length + archetypes.length === 0) return null;
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
        <Named
          title="Values"
          entries={values.map(({ name = "", description = "" }) => ({ name, text: description }))}
        />
        <Named title="Traits" entries={traits.map(({ name = "", means = "" }) => ({ name, text: means }))} />
        {archetypes.length > 0 ? (
          <p className="text-muted">
            {archetypes.length > 1 ? `Archetypes: ${archetypes.join(", then ")}` : `Archetype: ${archetypes[0]}`}
          </p>
        ) : null}
      </div>
    </Section>
  );
}

function Named({ title, entries }: { title: string; entries: readonly { name: string; text: string }[] }) {
  const keys = uniqueKeys(entries.map(({ name }) => name));
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-semibold">{title}</h3>
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map(({ name, text }, index) => (
          <li key={keys[index]} className="border-line border-t pt-3">
            <ContentText as="p" className="font-semibold wrap-anywhere">
              {name}
            </ContentText>
            {text ? (
              <ContentText as="p" className="mt-1 text-muted wrap-anywhere">
                {text}
              </ContentText>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
