import { BrandDrawing, StandInNote } from "@/components/showcase/brand-drawing";
import { ColorChips } from "@/components/showcase/color-chips";
import { ContentText } from "@/components/ui/content-text";
import { TextLink } from "@/components/ui/text-link";
import type { ShownTypeface } from "@/lib/rendering";

type BrandHeroProps = {
  /** The brand's URL path: `/b/birch`. */
  base: string;
  name: string;
  tagline: string | undefined;
  /** The logo, its background, and a text colour legible on it. */
  cover: { src: string; background: string; ink: string } | null;
  colors: readonly { id: string; name: string; hex: string; ink: string }[];
  tag: string;
  typefaces: readonly ShownTypeface[];
  /** Whether the reader can upload files. */
  mayEdit: boolean;
};

/** In a row at one height, each as wide as its drawing. */
const BELOW = [
  { drawing: "specimen", className: "sm:flex-[2_2_0%]" },
  { drawing: "business-card", className: "sm:flex-[1.6_1.6_0%]" },
  { drawing: "social-post", className: "sm:flex-[1_1_0%]" },
] as const;

export function BrandHero({ base, name, tagline, cover, colors, tag, typefaces, mayEdit }: BrandHeroProps) {
  const drawings = { base: `${base}/in-use`, tag, name };
  return (
    <section aria-label="The brand" className="flex flex-col gap-3">
      <div className="overflow-clip rounded-2xl border border-line bg-surface">
        <div className="grid md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div
            className="flex min-h-56 flex-col justify-center gap-8 border-line p-8 max-md:border-b md:border-r lg:p-10"
            style={cover ? { backgroundColor: cover.background, color: cover.ink } : undefined}
          >
            {cover ? (
              // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
              <img
                src={cover.src}
                alt={`Logo of ${name}`}
                className="h-20 max-w-full self-start object-contain object-left lg:h-24"
              />
            ) : (
              <p className="text-muted">
                No logo yet. <TextLink href={`${base}/logos`}>Upload one</TextLink>
              </p>
            )}
            {tagline ? (
              <ContentText as="p" className="text-balance font-semibold text-2xl tracking-[-0.02em] wrap-anywhere">
                {tagline}
              </ContentText>
            ) : (
              <p className={cover ? undefined : "text-muted"}>
                No tagline yet.{" "}
                <TextLink href={`${base}/identity#essentials`} style={cover ? { color: "inherit" } : undefined}>
                  Write one
                </TextLink>
              </p>
            )}
          </div>
          <BrandDrawing {...drawings} drawing="web-header" eager />
        </div>
        {colors.length > 0 ? <ColorChips colors={colors} /> : null}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        {BELOW.map(({ drawing, className }) => (
          <div key={drawing} className={`min-w-0 overflow-clip rounded-xl border border-line ${className}`}>
            <BrandDrawing {...drawings} drawing={drawing} />
          </div>
        ))}
      </div>
      <StandInNote typefaces={typefaces} href={mayEdit ? `${base}/typography` : null} />
      <p>
        <TextLink href={`${base}/in-use`}>See the brand in use</TextLink>
      </p>
    </section>
  );
}
