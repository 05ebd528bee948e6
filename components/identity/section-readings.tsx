import {
  columnsOf,
  factBlock,
  listBlock,
  namedBlock,
  type Reading,
  statementBlock,
  textBlock,
  titled,
  together,
} from "@/components/chapters/chapter";
import { words } from "@/components/diff/value-text";
import { ContentText } from "@/components/ui/content-text";
import { Details, Passage } from "@/components/ui/text";
import { type BrandDocument, FONT_ROLE_LABELS, languageName, typefaceNames } from "@/lib/content";
import { type ARCHETYPES, type FontRole, PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { counted, webAddress } from "@/lib/platform/text";
import {
  type Beside,
  IDENTITY_SECTIONS,
  isStated,
  LOCALE_FIELDS,
  localesOf,
  onlyTexts,
  statedInWords,
} from "@/lib/publishing";
import { shownTypefaces } from "@/lib/rendering";
import { cardsBlock, numberedBlock, pillsBlock, ruledBlock } from "./card-blocks";
import { PERSONA_READINGS } from "./persona-readings";
import { axesOf, DIMENSIONS, Radar } from "./radar";

/** Sections that need half a row. */
export const HALVES: ReadonlySet<string> = new Set([
  "distinction",
  "typography",
  "archetype",
  "dimensions",
  "trademarks",
  "boilerplate",
]);

type Archetype = (typeof ARCHETYPES)[number];

/** What each archetype wants, after Mark and Pearson, "The Hero and the Outlaw" (2001). */
export const ARCHETYPE_LINES: Record<Archetype, string> = {
  innocent: "Trusts that things can be simple, good and honest.",
  sage: "Seeks the truth and shares what it finds.",
  explorer: "Leaves the beaten path to find a new one.",
  outlaw: "Breaks the rules that no longer serve.",
  magician: "Makes what seemed impossible happen.",
  hero: "Proves its worth by courage and effort.",
  lover: "Lives for closeness, beauty and devotion.",
  jester: "Takes the moment lightly and makes it fun.",
  everyman: "Belongs with everybody and looks down on nobody.",
  caregiver: "Puts others first.",
  ruler: "Takes charge so that things run in order.",
  creator: "Makes things of lasting value.",
};

const ROLES = [
  { role: "heading", look: "font-heading font-semibold" },
  { role: "body", look: "" },
  { role: "mono", look: "font-mono" },
] as const satisfies readonly { role: FontRole; look: string }[];

function typographyBlock({ identity, typography }: Pick<BrandDocument, "identity" | "typography">): Reading {
  const named = typefaceNames({ identity, typography });
  const stated = ROLES.flatMap(({ role, ...rest }) => (named[role] ? [{ role, name: named[role], ...rest }] : []));
  const typefaces = shownTypefaces({ identity, typography });
  if (stated.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {stated.map(({ role, look, name }) => {
        const standsIn = typefaces.find((one) => one.standsIn && one.roles.includes(role));
        return (
          <li key={role} className="flex items-center gap-4 rounded-xl bg-raised px-3 py-2">
            <p aria-hidden="true" className={`w-14 shrink-0 text-4xl leading-none ${look}`}>
              Aa
            </p>
            <div className="min-w-0 grow">
              <p className="text-[0.8125rem] text-muted">
                {FONT_ROLE_LABELS[role]}
                {standsIn ? (
                  <>
                    , shown in <ContentText>{standsIn.shownIn}</ContentText>
                  </>
                ) : null}
              </p>
              <ContentText as="p" className="wrap-anywhere">
                {name}
              </ContentText>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type Identity = BrandDocument["identity"];

/** Texts in other languages, one folded group per language, rendered like the main sections. */
function localeReading(identity: Identity, read: (section: string, texts: Identity) => Reading): Reading {
  return together(
    ...localesOf(identity).map(([tag, texts]) => {
      const count = LOCALE_FIELDS.filter((field) => isStated(texts, field)).length;
      const only = onlyTexts(texts);
      const sections = IDENTITY_SECTIONS.map(({ id, title }) =>
        titled(<span className="font-medium text-ink">{title}</span>, read(id, only)),
      );
      if (count === 0) return null;
      return (
        <Details key={tag} summary={`In ${languageName(tag)}: ${counted(count, "text")}`}>
          <Passage lang={tag}>{together(...sections)}</Passage>
        </Details>
      );
    }),
  );
}

export type BrandReading = Pick<BrandDocument, "identity"> & Beside;

type Read = (document: BrandReading) => Reading;

/** Renderers by section id, shared by the page, previews and versions. */
export const SECTION_READINGS: Readonly<Record<string, Read>> = {
  essentials: ({ identity: { brand } }) =>
    together(
      brand.tagline ? (
        <ContentText
          as="p"
          className="text-balance font-display font-semibold text-4xl leading-[1.05] tracking-[-0.025em] wrap-anywhere @lg:text-5xl"
        >
          {brand.tagline}
        </ContentText>
      ) : null,
      textBlock(brand.description),
      factBlock([
        ["Industry", brand.industry],
        ["Website", brand.website && <WebsiteLink key="website" text={brand.website} />],
        ["Languages", brand.languages?.join(", ")],
      ]),
    ),
  purpose: ({ identity: { brand } }) =>
    together(
      titled("Mission", statementBlock(brand.mission)),
      columnsOf(
        titled("Vision", textBlock(brand.vision)),
        titled("Value proposition", textBlock(brand.value_proposition)),
        titled("Promise", textBlock(brand.promise)),
      ),
    ),
  audiences: ({ identity: { brand } }) =>
    cardsBlock(brand.audiences?.map(({ segment, description }) => ({ name: segment, text: description }))),
  offerings: ({ identity: { brand } }) =>
    ruledBlock(brand.offerings?.map(({ name, description, type }) => ({ name, text: description, kind: type }))),
  values: ({ identity: { brand } }) =>
    numberedBlock(brand.values?.map(({ name, description }) => ({ name, text: description }))),
  distinction: ({ identity: { brand } }) => together(listBlock(brand.differentiators), pillsBlock("Tags", brand.tags)),
  typography: (document) => typographyBlock(document),
  archetype: ({ identity: { personality } }) => archetypeBlock(personality.archetype),
  dimensions: ({ identity: { personality } }) => dimensionBlock(personality.dimensions),
  traits: ({ identity: { personality } }) =>
    cardsBlock(personality.traits?.map(({ name, means, not }) => ({ name, text: means, not }))),
  ...PERSONA_READINGS,
  languages: ({ identity }) =>
    localeReading(identity, (id, texts) => SECTION_READINGS[id]?.({ identity: texts }) ?? null),
  trademarks: ({ legal }) => listBlock(legal?.trademark_lines),
  boilerplate: ({ legal }) =>
    together(
      ...statedInWords({ legal: { boilerplate: legal?.boilerplate } }).map(({ entries }) => namedBlock(entries)),
    ),
};

/** A link for a safe web address, else plain text. */
function WebsiteLink({ text }: { text: string }) {
  const address = webAddress(text);
  if (!address) return text;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent hover:underline">
      {text}
    </a>
  );
}

type Personality = BrandDocument["identity"]["personality"];

function archetypeBlock(archetype: Personality["archetype"]): Reading {
  if (archetype?.primary)
    return (
      <div className="brand-ground flex h-full min-h-28 flex-col justify-center rounded-xl p-4">
        <p className="font-heading font-semibold text-3xl leading-tight">{words(archetype.primary)}</p>
        <p className="mt-1 text-base">{ARCHETYPE_LINES[archetype.primary]}</p>
        {archetype.secondary ? <p className="mt-1">With a touch of {archetype.secondary}.</p> : null}
      </div>
    );
  return archetype?.secondary ? <p>A touch of {archetype.secondary}.</p> : null;
}

function dimensionBlock(dimensions: Personality["dimensions"]): Reading {
  if (!dimensions) return null;
  const levels = PERSONALITY_DIMENSIONS.map((key) => {
    const value = dimensions[key];
    return `${words(key)}: ${value === undefined ? "not set" : `${value} of 5`}`;
  });
  return (
    <>
      <Radar axes={axesOf(DIMENSIONS, dimensions)} className="mx-auto w-full max-w-64 @md:max-w-80" />
      <p className="sr-only">{levels.join(". ")}</p>
    </>
  );
}
