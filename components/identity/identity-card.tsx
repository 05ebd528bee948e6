import { Fragment, type ReactNode } from "react";
import { uniqueKeys } from "@/components/diff/list-diff";
import { TONE_ENDS, toneText, words } from "@/components/diff/value-text";
import { Badge } from "@/components/ui/badge";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import type { StoredTypography } from "@/lib/brand-document";
import { type CompiledIdentity, PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";
import { type Beside, statedInWords } from "@/lib/identity";
import { webAddress } from "@/lib/kernel/web-address";
import { identityOf, typographyInWords } from "@/lib/typography";
import { ARCHETYPE_LINES } from "./archetypes";
import { DimensionRadar } from "./dimension-radar";

type IdentityCardProps = {
  name: string;
  identity: CompiledIdentity;
  typography?: StoredTypography;
  /** What else stands beside the identity; names of assets are told where `assets` is among it. */
  beside?: Omit<Beside, "typography">;
  level?: 2 | 3;
};

/** An identity on one page, for people: what it says, without a form. Parts without content are left out. */
export function IdentityCard({ name, identity: stated, typography, beside = {}, level = 2 }: IdentityCardProps) {
  const { brand, personality, persona } = identityOf({ identity: stated, typography });
  const { fonts, styles } = typographyInWords(typography);
  const Heading = `h${level}` as const;
  const parts = statedInWords(beside);
  const isEmpty =
    !typography && parts.length === 0 && [brand, personality, persona].every((part) => Object.keys(part).length === 0);
  if (isEmpty) {
    return (
      <EmptyState framed level={level} title="Nothing is said yet">
        Once the identity has content, this is how it reads.
      </EmptyState>
    );
  }
  return (
    <article className="overflow-clip rounded-2xl border border-line bg-surface">
      <header className="border-line border-b px-6 py-7 sm:px-9">
        <Heading className="text-balance font-semibold text-2xl tracking-[-0.02em] wrap-anywhere">
          <ContentText className="block">{name}</ContentText>
        </Heading>
        {brand.tagline ? (
          <ContentText as="p" className="mt-1 text-lg text-muted wrap-anywhere">
            {brand.tagline}
          </ContentText>
        ) : null}
        {brand.description ? (
          <ContentText as="p" className="mt-4 max-w-prose whitespace-pre-wrap wrap-anywhere rtl:ml-auto">
            {brand.description}
          </ContentText>
        ) : null}
        {brand.tags ? (
          <ul className="mt-4 flex flex-wrap gap-1.5">
            {[...new Set(brand.tags)].map((tag) => (
              <li key={tag}>
                <Badge>
                  <ContentText>{tag}</ContentText>
                </Badge>
              </li>
            ))}
          </ul>
        ) : null}
      </header>
      <div className="gap-x-10 px-6 pt-7 sm:px-9 md:columns-2">
        <Facts
          title="About"
          entries={[
            ["Industry", brand.industry],
            ["Website", brand.website && <WebsiteLink key="website" text={brand.website} />],
            ["Languages", brand.languages?.join(", ")],
          ]}
        />
        <Texts
          entries={[
            ["Mission", brand.mission],
            ["Vision", brand.vision],
            ["Value proposition", brand.value_proposition],
            ["Promise", brand.promise],
          ]}
        />
        <Named title="Values" entries={brand.values?.map((value) => [value.name, value.description])} />
        <Named title="Audiences" entries={brand.audiences?.map((one) => [one.segment, one.description])} />
        <Named title="Offerings" entries={brand.offerings?.map((one) => [one.name, one.description, one.type])} />
        <List title="What sets it apart" items={brand.differentiators} />
        <Facts
          title="Typography"
          entries={[
            ["Headings", brand.typography?.heading],
            ["Body text", brand.typography?.body],
            ["Code", brand.typography?.mono],
          ]}
        />
        <Named title="Typefaces" entries={fonts.map((font) => [font.name, font.text])} />
        <Named title="Text styles" entries={styles.map((style) => [style.name, style.text])} />
        <CharacterPart personality={personality} />
        <VoicePart persona={persona} />
        <List title="Do" items={persona.dos} />
        <List title="Don’t" items={persona.donts} />
        <Named
          title="Words"
          entries={persona.vocabulary?.prefer?.map(({ say, not }) => [say, not && `not “${not}”`])}
        />
        <List title="Never say" items={persona.vocabulary?.banned} />
        <Named
          title="In its own words"
          entries={persona.examples?.map((one) => [one.context, one.text && `“${one.text}”`])}
        />
        <Named title="In context" entries={persona.contexts?.map((one) => [one.channel, one.shift])} />
        {parts.map((part) => (
          <Fragment key={part.title}>
            <List title={part.title} items={part.lines} />
            <Named
              title={part.lines.length > 0 ? `${part.title} by example` : part.title}
              entries={part.entries.map((entry) => [entry.name, entry.text])}
            />
          </Fragment>
        ))}
      </div>
    </article>
  );
}

/** `heading` is the title as it is shown, where that has a text of the brand in it. */
function Part({ title, heading = title, children }: { title: string; heading?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 break-inside-avoid pb-8">
      <p className="mb-2 break-after-avoid font-medium text-[0.8125rem] text-muted">{heading}</p>
      {children}
    </section>
  );
}

function Texts({ entries }: { entries: readonly [title: string, text: string | undefined][] }) {
  return entries.map(([title, text]) =>
    text ? (
      <Part key={title} title={title}>
        <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </ContentText>
      </Part>
    ) : null,
  );
}

/** What is known in a word or two. */
function Facts({ title, entries }: { title: string; entries: readonly [name: string, value: ReactNode][] }) {
  const known = entries.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <Part title={title}>
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
    </Part>
  );
}

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

type NamedEntry = readonly [name: string | undefined, text: string | undefined, kind?: string];

function Named({ title, entries }: { title: string; entries: readonly NamedEntry[] | undefined }) {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(([name]) => name ?? ""));
  return (
    <Part title={title}>
      <dl className="flex flex-col gap-2.5">
        {entries.map(([name, text, kind], index) => (
          <div key={keys[index]}>
            <dt className="font-medium wrap-anywhere">
              {name ? <ContentText className={kind ? undefined : "block"}>{name}</ContentText> : "Unnamed"}
              {kind ? <span className="ml-2 font-normal text-muted">{words(kind)}</span> : null}
            </dt>
            <ContentText as="dd" className="whitespace-pre-wrap text-muted wrap-anywhere">
              {text}
            </ContentText>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function List({ title, items }: { title: string; items: readonly string[] | undefined }) {
  if (!items?.length) return null;
  const keys = uniqueKeys(items);
  return (
    <Part title={title}>
      <ul className="flex flex-col gap-1.5">
        {items.map((item, index) => (
          <li key={keys[index]} className="flex gap-2.5 wrap-anywhere">
            <span aria-hidden="true" className="mt-2.25 h-px w-2.5 shrink-0 bg-line-strong" />
            <ContentText className="min-w-0 grow">{item}</ContentText>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function CharacterPart({
  personality: { archetype, dimensions, traits },
}: {
  personality: CompiledIdentity["personality"];
}) {
  return (
    <>
      {archetype?.primary || archetype?.secondary || dimensions ? (
        <Part title="Character">
          {archetype?.primary ? (
            <p>
              <span className="font-medium">{words(archetype.primary)}</span>
              {archetype.secondary ? `, with something of the ${archetype.secondary}` : ""}.{" "}
              <span className="text-muted">{ARCHETYPE_LINES[archetype.primary]}</span>
            </p>
          ) : archetype?.secondary ? (
            <p>Something of the {archetype.secondary}.</p>
          ) : null}
          {dimensions ? (
            <>
              <DimensionRadar dimensions={dimensions} className="mt-3 w-full max-w-72" />
              <p className="sr-only">
                {PERSONALITY_DIMENSIONS.map((key) => `${words(key)}: ${dimensions[key] ?? "not said"} of 5`).join(". ")}
              </p>
            </>
          ) : null}
        </Part>
      ) : null}
      <Named
        title="Traits"
        entries={traits?.map(({ name, means, not }) => [name, [means, not && `Not: ${not}`].filter(Boolean).join(" ")])}
      />
    </>
  );
}

function VoicePart({ persona: { name, summary, voice, tone } }: { persona: CompiledIdentity["persona"] }) {
  return (
    <>
      {name && summary ? (
        <Part
          title={`Speaks as ${name}`}
          heading={
            <>
              Speaks as <ContentText>{name}</ContentText>
            </>
          }
        >
          <ContentText as="p" className="whitespace-pre-wrap wrap-anywhere">
            {summary}
          </ContentText>
        </Part>
      ) : (
        <Texts entries={[["Speaks as", summary ?? name]]} />
      )}
      <Texts
        entries={[
          ["Voice", voice?.summary],
          ["It is", voice?.attributes?.join(", ")],
          ["It avoids", voice?.avoid?.join(", ")],
        ]}
      />
      {tone ? (
        <Part title="Tone">
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
        </Part>
      ) : null}
    </>
  );
}
