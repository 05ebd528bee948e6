import { words } from "@/components/diff/value-text";
import { Badge } from "@/components/ui/badge";
import { ContentText } from "@/components/ui/content-text";
import type { BrandDocument } from "@/lib/brand-document";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { type Beside, statedInWords } from "@/lib/identity";
import { webAddress } from "@/lib/kernel/web-address";
import { typographyInWords } from "@/lib/typography";
import { ARCHETYPE_LINES } from "./archetypes";
import { localeReading } from "./locale-reading";
import { PERSONA_READINGS } from "./persona-readings";
import { Radar } from "./radar";
import { axesOf, DIMENSIONS } from "./radar-scales";
import { factBlock, listBlock, namedBlock, type Reading, textBlock, titled, together } from "./read-blocks";

/** What of a tidied document is read as the brand. */
export type BrandReading = Pick<BrandDocument, "identity"> & Beside;

type Read = (document: BrandReading) => Reading;

/** How each section of the identity reads, by its id; shared by the page, previews and versions. */
export const SECTION_READINGS: Readonly<Record<string, Read>> = {
  essentials: ({ identity: { brand } }) =>
    together(
      brand.tagline ? (
        <ContentText as="p" className="text-balance text-lg wrap-anywhere">
          {brand.tagline}
        </ContentText>
      ) : null,
      brand.description ? (
        <ContentText as="p" className="max-w-prose whitespace-pre-wrap wrap-anywhere rtl:ml-auto">
          {brand.description}
        </ContentText>
      ) : null,
      factBlock([
        ["Industry", brand.industry],
        ["Website", brand.website && <WebsiteLink key="website" text={brand.website} />],
        ["Languages", brand.languages?.join(", ")],
      ]),
    ),
  purpose: ({ identity: { brand } }) =>
    together(
      titled("Mission", textBlock(brand.mission)),
      titled("Vision", textBlock(brand.vision)),
      titled("Value proposition", textBlock(brand.value_proposition)),
      titled("Promise", textBlock(brand.promise)),
    ),
  audiences: ({ identity: { brand } }) =>
    namedBlock(brand.audiences?.map(({ segment, description }) => ({ name: segment, text: description }))),
  offerings: ({ identity: { brand } }) =>
    namedBlock(brand.offerings?.map(({ name, description, type }) => ({ name, text: description, kind: type }))),
  values: ({ identity: { brand } }) =>
    namedBlock(brand.values?.map(({ name, description }) => ({ name, text: description }))),
  distinction: ({ identity: { brand } }) => together(listBlock(brand.differentiators), tagBlock(brand.tags)),
  typography: ({ identity: { brand }, typography }) => {
    const { fonts, styles } = typographyInWords(typography);
    return together(
      factBlock([
        ["Headings", brand.typography?.heading],
        ["Body text", brand.typography?.body],
        ["Code", brand.typography?.mono],
      ]),
      titled("Typefaces", namedBlock(fonts)),
      titled("Text styles", namedBlock(styles)),
    );
  },
  archetype: ({ identity: { personality } }) => archetypeBlock(personality.archetype),
  dimensions: ({ identity: { personality } }) => dimensionBlock(personality.dimensions),
  traits: ({ identity: { personality } }) =>
    namedBlock(
      personality.traits?.map(({ name, means, not }) => ({
        name,
        text: [means, not && `Not: ${not}`].filter(Boolean).join(" "),
      })),
    ),
  ...PERSONA_READINGS,
  languages: ({ identity }) =>
    localeReading(identity, (id, texts) => SECTION_READINGS[id]?.({ identity: texts }) ?? null),
  trademarks: ({ legal }) => listBlock(legal?.trademark_lines),
  boilerplate: ({ legal }) =>
    together(
      ...statedInWords({ legal: { boilerplate: legal?.boilerplate } }).map(({ entries }) => namedBlock(entries)),
    ),
};

/** What stands on pages of its own, imagery and foundations, each with its name. */
export const readingsBeside = ({ imagery, foundations, assets }: Beside): { title: string; reading: Reading }[] =>
  statedInWords({ imagery, foundations, assets }).map(({ title, lines, entries }) => ({
    title,
    reading: together(listBlock(lines), namedBlock(entries)),
  }));

/** A link where the text is an address that a browser may follow; else the text as people wrote it. */
function WebsiteLink({ text }: { text: string }) {
  const address = webAddress(text);
  if (!address) return text;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent hover:underline">
      {text}
    </a>
  );
}

function tagBlock(tags: readonly string[] | undefined): Reading {
  if (!tags?.length) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {[...new Set(tags)].map((tag) => (
        <li key={tag}>
          <Badge>
            <ContentText>{tag}</ContentText>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

type Personality = BrandDocument["identity"]["personality"];

function archetypeBlock(archetype: Personality["archetype"]): Reading {
  if (archetype?.primary)
    return (
      <p>
        <span className="font-medium">{words(archetype.primary)}</span>
        {archetype.secondary ? `, with something of the ${archetype.secondary}` : ""}.{" "}
        <span className="text-muted">{ARCHETYPE_LINES[archetype.primary]}</span>
      </p>
    );
  return archetype?.secondary ? <p>Something of the {archetype.secondary}.</p> : null;
}

function dimensionBlock(dimensions: Personality["dimensions"]): Reading {
  if (!dimensions) return null;
  const told = PERSONALITY_DIMENSIONS.map((key) => `${words(key)}: ${dimensions[key] ?? "not said"} of 5`);
  return (
    <>
      <Radar axes={axesOf(DIMENSIONS, dimensions)} className="w-full max-w-72" />
      <p className="sr-only">{told.join(". ")}</p>
    </>
  );
}
