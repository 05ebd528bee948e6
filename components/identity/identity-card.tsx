import type { ReactNode } from "react";
import { BRAND_PAGE, READING, Readings } from "@/components/chapters/chapter";
import { ColorChips } from "@/components/showcase/color-chips";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageStyle } from "@/components/ui/page-style";
import { cx } from "@/components/ui/styles";
import { type BrandCover, pickCover } from "@/lib/brands";
import { type BrandDocument, identityOf, readableInk, thumbnailOf, type UrlOf } from "@/lib/content";
import { IDENTITY_PARTS } from "@/lib/publishing";
import { COVER_PX, lookRules } from "@/lib/rendering";
import { HALVES, SECTION_READINGS } from "./section-readings";

interface Greeting {
  name: string;
  cover: (BrandCover & { src: string | null }) | null;
  palette: BrandDocument["colors"]["palette"];
}

type MastheadProps = Greeting & {
  /** True when the brand has a tagline. Otherwise its name is the heading. */
  hasLine: boolean;
  children: ReactNode;
};

export function Masthead({ name, cover, palette, hasLine, children }: MastheadProps) {
  return (
    <header>
      <div className={cx("grid", cover && "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]")}>
        {cover ? (
          <div
            className="flex h-32 items-center justify-center p-8 md:h-auto md:p-12"
            style={{ backgroundColor: cover.backgroundHex }}
          >
            {cover.src ? (
              // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
              <img src={cover.src} alt={`Logo of ${name}`} className="size-full max-h-44 max-w-80 object-contain" />
            ) : null}
          </div>
        ) : null}
        <div className="brand-ground relative flex min-w-0 flex-col justify-center gap-3 px-5 py-5 sm:px-8 md:py-10">
          <div className="brand-type pr-16">
            <h2
              className={cx(
                "text-balance font-semibold wrap-anywhere",
                hasLine ? "text-lg leading-snug" : "font-display text-4xl leading-[1.05] tracking-[-0.025em]",
              )}
            >
              <ContentText className="block">{name}</ContentText>
            </h2>
          </div>
          {children}
        </div>
      </div>
      {palette.length > 0 ? (
        <ColorChips
          compact
          colors={palette.map(({ id, name: called, hex }) => ({ id, name: called, hex, ink: readableInk(hex) }))}
        />
      ) : null}
    </header>
  );
}

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
export function IdentityCard({ name, document, urlOf }: { name: string; document: BrandDocument; urlOf: UrlOf }) {
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
