import { BRAND_PAGE, READING, Readings } from "@/components/chapters/chapter";
import { EmptyState } from "@/components/ui/empty-state";
import { PageStyle } from "@/components/ui/page-style";
import { pickCover } from "@/lib/brands";
import { type BrandDocument, identityOf, thumbnailOf, type UrlOf } from "@/lib/content";
import { IDENTITY_PARTS } from "@/lib/publishing";
import { COVER_PX, lookRules } from "@/lib/rendering";
import { Masthead } from "./masthead";
import { HALVES, SECTION_READINGS } from "./section-readings";

type IdentityCardProps = {
  name: string;
  document: BrandDocument;
  urlOf: UrlOf;
};

/** The parts of an identity that have content. The essentials are in the masthead. */
export function readIdentity(document: BrandDocument) {
  const whole = { ...document, identity: identityOf(document) };
  return IDENTITY_PARTS.map(({ title, sections }) => ({
    title,
    sections: sections
      .map(({ id, title: called }) => ({
        id,
        title: called,
        share: HALVES.has(id) ? (2 as const) : (1 as const),
        reading: SECTION_READINGS[id]?.(whole) ?? null,
      }))
      .filter(({ id, reading }) => id !== "essentials" && reading !== null),
  })).filter(({ sections }) => sections.length > 0);
}

/** A read-only page of a brand in its own theme. Sections without content are left out. */
export function IdentityCard({ name, document, urlOf }: IdentityCardProps) {
  const identity = identityOf(document);
  const parts = readIdentity(document);
  const greeting = SECTION_READINGS.essentials?.({ ...document, identity }) ?? null;
  if (parts.length === 0 && greeting === null) {
    return (
      <EmptyState framed title="No content yet">
        The identity appears here once it has content.
      </EmptyState>
    );
  }
  const cover = pickCover(document);
  return (
    <article className={BRAND_PAGE}>
      <PageStyle rules={lookRules(document, urlOf, "within")} />
      <Masthead
        name={name}
        cover={cover && { ...cover, src: urlOf(thumbnailOf(cover.item.file, COVER_PX)) }}
        palette={document.colors.palette}
        hasLine={Boolean(identity.brand.tagline)}
      >
        {greeting === null ? null : <div className={READING}>{greeting}</div>}
      </Masthead>
      <div className="px-4 py-4 sm:px-8">
        {parts.map(({ title, sections }) => (
          <div key={title} className="mt-4 border-line border-t first:mt-0 first:border-t-0">
            <div className="brand-type">
              <h2 className="py-3 font-semibold text-3xl text-accent leading-tight tracking-[-0.02em]">{title}</h2>
            </div>
            <Readings sections={sections} />
          </div>
        ))}
      </div>
    </article>
  );
}
