"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { type Chapter, WithChapters } from "@/components/ui/chapters";
import { PageStyle } from "@/components/ui/page-style";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text-link";
import { identityOf } from "@/lib/content";
import { IDENTITY_PARTS, IDENTITY_SECTIONS, type IdentitySection, sectionOf, tidyDocument } from "@/lib/publishing";
import { SECTIONS } from "./identity-parts";
import { Masthead } from "./masthead";
import { type Reading, ReadSection } from "./read-blocks";
import { openerOf, SectionBlock, titleOf } from "./section-block";
import { otherReadings, SECTION_READINGS } from "./section-readings";
import { type LookOfDraft, useDraftLook } from "./use-draft-look";
import { useSectionAddress } from "./use-section-address";

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

const BESIDE = { id: "beside", title: "Imagery and foundations" };

/** Folded at first: long parts and small print. */
const FOLDED = ["in-languages", "legal", BESIDE.id];

const [ESSENTIALS] = IDENTITY_SECTIONS as readonly [IdentitySection, ...IdentitySection[]];

const FIELD = "input:not([type=hidden], :disabled), textarea, select, button";

/** Moves the focus into an opened section, or back to its button, before the next key press. */
function useFocusAlong(editing: string | null, anchor: string | null): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = editing;
    if (editing === was) return;
    if (!editing) return document.getElementById(openerOf(was ?? ""))?.focus();
    const section = document.getElementById(editing);
    // The user focused a field before this ran.
    if (section?.querySelector("[data-fields] :focus")) return;
    const named = anchor && anchor !== editing ? document.getElementById(anchor) : null;
    const target = named ?? section?.querySelector<HTMLElement>(`[data-fields] :is(${FIELD})`);
    section?.scrollIntoView({ block: "nearest" });
    target?.focus();
  }, [editing, anchor]);
}

export function LivingBrand(look: LookOfDraft) {
  const { address, go } = useSectionAddress();
  const canEdit = useDraftValue(({ state }) => state.canEdit);
  const name = useDraftValue(({ state }) => state.published.brand.name);
  const slug = useDraftValue(({ state }) => state.brandSlug);
  const fieldErrors = useDraftValue((view) => view.fieldErrors);
  // Inputs update at once. The page around them follows when there is time.
  const draft = useDeferredValue(useDraftValue(({ state }) => state.document));
  const document = useMemo(() => {
    const tidied = tidyDocument(draft);
    return { ...tidied, identity: identityOf(tidied) };
  }, [draft]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set(FOLDED));
  const editing = canEdit ? address.section : null;
  useFocusAlong(editing, address.anchor);

  const fold = (part: string, shut: boolean) =>
    setFolded((now) => new Set([...now].filter((one) => one !== part).concat(shut ? [part] : [])));
  useEffect(() => {
    const { section, anchor } = address;
    const part = IDENTITY_PARTS.find(({ id, sections }) => id === anchor || sections.some((one) => one.id === section));
    if (part) setFolded((now) => (now.has(part.id) ? new Set([...now].filter((one) => one !== part.id)) : now));
    if (!section || canEdit) return;
    // Runs after the part has unfolded.
    const frame = requestAnimationFrame(() =>
      window.document.getElementById(section)?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [address, canEdit]);

  const refused = new Set(Object.keys(fieldErrors).map((path) => sectionOf(path)?.id));
  const parts = IDENTITY_PARTS.map(({ id, title, sections }) => ({
    id,
    title,
    sections: sections
      .filter((section) => section !== ESSENTIALS)
      .map((section) => ({ section, reading: SECTION_READINGS[section.id]?.(document) ?? null }))
      .filter(({ reading }) => canEdit || reading !== null),
  })).filter(({ sections }) => sections.length > 0);
  const others = otherReadings(document);
  const { cover, rules } = useDraftLook(document, look);
  const block = (section: IdentitySection, reading: Reading, greeting = false) => (
    <SectionBlock
      key={section.id}
      section={section}
      reading={reading}
      anchor={address.section === section.id && address.anchor !== section.id ? address.anchor : null}
      editing={section.id === editing}
      refused={refused.has(section.id)}
      onEdit={canEdit ? (open) => go(open ? section.id : null) : null}
      greeting={greeting}
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
  if (others.length > 0) chapters.push(BESIDE);
  return (
    <WithChapters side="right" barClass="top-0 max-lg:top-[3.3125rem]" chapters={chapters}>
      <article className="brand-look overflow-clip rounded-2xl border border-line bg-canvas text-ink">
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
          {parts.length + others.length === 0 && first === null ? (
            <p className="py-4 text-muted">No content yet.</p>
          ) : null}
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
          <OtherParts slug={slug} others={others} folded={folded} fold={fold} />
        </div>
      </article>
    </WithChapters>
  );
}

function Elsewhere({ slug }: { slug: string }) {
  return (
    <p className="mb-4 text-[0.8125rem] text-muted">
      Edit its <TextLink href={`/b/${slug}/logos`}>logos</TextLink>,{" "}
      <TextLink href={`/b/${slug}/palette`}>colours</TextLink> and{" "}
      <TextLink href={`/b/${slug}/typography`}>typefaces</TextLink>.
    </p>
  );
}

type OtherPartsProps = {
  slug: string;
  others: ReturnType<typeof otherReadings>;
  folded: ReadonlySet<string>;
  fold: (part: string, shut: boolean) => void;
};

function OtherParts({ slug, others, folded, fold }: OtherPartsProps) {
  if (others.length === 0) return null;
  return (
    <BrandPart {...BESIDE} open={!folded.has(BESIDE.id)} onOpenChange={(open) => fold(BESIDE.id, !open)}>
      <p className="basis-full text-muted">
        Edited under <TextLink href={`/b/${slug}/imagery`}>Imagery</TextLink> and{" "}
        <TextLink href={`/b/${slug}/foundations`}>Foundations</TextLink>.
      </p>
      {others.map(({ title, reading }) => (
        <ReadSection key={title} id={title} title={title}>
          {reading}
        </ReadSection>
      ))}
    </BrandPart>
  );
}
