import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { identityOf } from "@/lib/typography";
import { IDENTITY_SECTIONS } from "./identity-parts";
import { ReadSection } from "./read-section";
import { type BrandReading, readingsBeside, SECTION_READINGS } from "./section-readings";

/** An identity on one page, for people: what it says, without a form. Sections without content are left out. */
export function IdentityCard({ name, document }: { name: string; document: BrandReading }) {
  const whole = { ...document, identity: identityOf(document) };
  const sections = IDENTITY_SECTIONS.map(({ id, title }) => ({
    title,
    reading: SECTION_READINGS[id]?.(whole) ?? null,
  }));
  const said = [...sections, ...readingsBeside(whole)].filter(({ reading }) => reading !== null);
  if (said.length === 0) {
    return (
      <EmptyState framed title="Nothing is said yet">
        Once the identity has content, this is how it reads.
      </EmptyState>
    );
  }
  return (
    <article className="overflow-clip rounded-2xl border border-line bg-surface px-6 py-7 sm:px-9">
      <h2 className="mb-5 text-balance font-semibold text-2xl tracking-[-0.02em] wrap-anywhere">
        <ContentText className="block">{name}</ContentText>
      </h2>
      <div className="gap-x-10 md:columns-2">
        {said.map(({ title, reading }) => (
          <ReadSection key={title} title={title}>
            {reading}
          </ReadSection>
        ))}
      </div>
    </article>
  );
}
