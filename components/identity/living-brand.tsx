"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { BRAND_PAGE, type Reading, SECTIONS, widthOf } from "@/components/chapters/chapter";
import { LatePart, SectionBlock, titleOf } from "@/components/chapters/chapter-page";
import { type LookOfDraft, useDraftLook } from "@/components/chapters/use-draft-look";
import { useSections } from "@/components/chapters/use-sections";
import { useDraftValue } from "@/components/draft/draft-provider";
import { type Chapter, WithChapters } from "@/components/ui/chapters";
import { PageStyle } from "@/components/ui/page-style";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import { identityOf } from "@/lib/content";
import { IDENTITY_PARTS, IDENTITY_SECTIONS, type IdentitySection, tidyDocument } from "@/lib/publishing";
import { Masthead } from "./identity-card";
import { DIMENSIONS, TONE } from "./radar";
import { RadarEditor } from "./scale-field";
import { SECTION_FIELDS } from "./section-fields";
import { HALVES, SECTION_READINGS } from "./section-readings";

type BrandPartProps = {
  id: string;
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

function BrandPart({ id, title, open, onOpenChange, children }: BrandPartProps) {
  const contentId = useId();
  return (
    <div id={id} className="mt-3 scroll-mt-8 border-line border-t">
      <div className="brand-type">
        <h2 className={cx("font-semibold text-accent leading-tight tracking-[-0.02em]", open ? "text-3xl" : "text-xl")}>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={contentId}
            onClick={({ currentTarget }) => {
              onOpenChange(!open);
              // The focus came from a field that is about to fold away.
              currentTarget.focus();
            }}
            className="flex w-full items-center justify-between gap-3 rounded-md py-2 text-left"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              className={cx("size-5 shrink-0 text-muted transition-transform", !open && "-rotate-90")}
            />
          </button>
        </h2>
      </div>
      <div id={contentId} hidden={!open} className={SECTIONS}>
        {children}
      </div>
    </div>
  );
}

/** Folded at first: long parts and small print. */
const FOLDED = ["in-languages", "legal"];

const [ESSENTIALS] = IDENTITY_SECTIONS as readonly [IdentitySection, ...IdentitySection[]];

/** Sections that change the voice sample. */
const SAMPLED = new Set(["voice", "tone", "vocabulary", "examples"]);

const loadVoiceSample = () => import("./voice-sample").then(({ VoiceSample }) => VoiceSample);

/** Replaces a section's text while its fields are open. */
function previewOf(id: string, reading: Reading): ReactNode | false | undefined {
  if (id === "languages") return false;
  if (id === "dimensions") return <RadarEditor scale={DIMENSIONS} />;
  if (id === "tone")
    return (
      <div className="flex flex-col gap-4">
        <div>
          <RadarEditor scale={TONE} />
        </div>
        {reading}
      </div>
    );
  return undefined;
}

export function LivingBrand(look: LookOfDraft) {
  const state = useSections(IDENTITY_SECTIONS);
  const { address, editing, canEdit, go } = state;
  const name = useDraftValue(({ state }) => state.published.brand.name);
  const slug = useDraftValue(({ state }) => state.brandSlug);
  // Inputs update at once. The page around them follows when there is time.
  const draft = useDeferredValue(useDraftValue(({ state }) => state.document));
  const document = useMemo(() => {
    const tidied = tidyDocument(draft);
    return { ...tidied, identity: identityOf(tidied) };
  }, [draft]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set(FOLDED));

  const fold = (part: string, shut: boolean) =>
    setFolded((now) => new Set([...now].filter((one) => one !== part).concat(shut ? [part] : [])));
  useEffect(() => {
    const { section, anchor } = address;
    const part = IDENTITY_PARTS.find(({ id, sections }) => id === anchor || sections.some((one) => one.id === section));
    if (part) setFolded((now) => (now.has(part.id) ? new Set([...now].filter((one) => one !== part.id)) : now));
  }, [address]);

  const parts = IDENTITY_PARTS.map(({ id, title, sections }) => ({
    id,
    title,
    sections: sections
      .filter((section) => section !== ESSENTIALS)
      .map((section) => ({ section, reading: SECTION_READINGS[section.id]?.(document) ?? null }))
      .filter(({ reading }) => canEdit || reading !== null),
  })).filter(({ sections }) => sections.length > 0);
  const { cover, rules } = useDraftLook(document, look);
  const block = (section: IdentitySection, reading: Reading, greeting = false) => (
    <SectionBlock
      key={section.id}
      section={section}
      state={state}
      reading={reading}
      fields={SECTION_FIELDS[section.id]}
      preview={previewOf(section.id, reading)}
      below={SAMPLED.has(section.id) ? <LatePart load={loadVoiceSample} props={{}} /> : null}
      className={widthOf(HALVES.has(section.id) ? 2 : 1, reading === null)}
      greeting={greeting}
      ground={section === ESSENTIALS}
    />
  );
  const first = SECTION_READINGS.essentials?.(document) ?? null;
  const greets = editing !== ESSENTIALS.id && (canEdit || first !== null);
  const chapters: Chapter[] = parts.flatMap(({ id, title, sections }) => {
    const shown = folded.has(id) ? [] : sections;
    return [
      { id, title },
      ...shown.map(({ section }) => ({ id: titleOf(section.id), title: section.title, sub: true })),
    ];
  });
  return (
    <WithChapters side="right" barClass="top-0 max-lg:top-[3.3125rem]" chapters={chapters}>
      <article className={BRAND_PAGE}>
        <PageStyle rules={rules} />
        <Masthead
          name={name}
          cover={cover}
          palette={document.colors.palette}
          hasLine={Boolean(document.identity.brand.tagline)}
        >
          {greets ? block(ESSENTIALS, first, true) : null}
        </Masthead>
        <div className="px-4 pt-4 pb-2 sm:px-8">
          {canEdit ? <Elsewhere slug={slug} /> : null}
          {editing === ESSENTIALS.id ? block(ESSENTIALS, first) : null}
          {parts.length === 0 && first === null ? <p className="py-4 text-muted">No content yet.</p> : null}
          {parts.map(({ id, title, sections }) => {
            const inside = sections.some(({ section }) => section.id === editing);
            return (
              <BrandPart
                key={id}
                id={id}
                title={title}
                open={inside || !folded.has(id)}
                onOpenChange={(open) => {
                  if (inside) go(null);
                  fold(id, !open);
                }}
              >
                {sections.map(({ section, reading }) => block(section, reading))}
              </BrandPart>
            );
          })}
        </div>
      </article>
    </WithChapters>
  );
}

function Elsewhere({ slug }: { slug: string }) {
  return (
    <p className="mb-4 text-[0.8125rem] text-muted">
      Also edit <TextLink href={`/b/${slug}/logos`}>logos</TextLink>,{" "}
      <TextLink href={`/b/${slug}/palette`}>colours</TextLink>,{" "}
      <TextLink href={`/b/${slug}/typography`}>typefaces</TextLink>,{" "}
      <TextLink href={`/b/${slug}/foundations`}>foundations</TextLink> and{" "}
      <TextLink href={`/b/${slug}/imagery`}>imagery</TextLink>.
    </p>
  );
}
