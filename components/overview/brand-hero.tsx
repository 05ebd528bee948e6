import { BrandDrawing, StandInNote } from "@/components/showcase/brand-drawing";
import { ColorChips } from "@/components/showcase/color-chips";
import { ContentText } from "@/components/ui/content-text";
import { TextLink } from "@/components/ui/text";
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
  canEdit: boolean;
};

/** In a row at one height, each as wide as its drawing. */
const BELOW = [
  { drawing: "specimen", className: "sm:flex-[2_2_0%]" },
  { drawing: "business-card", className: "sm:flex-[1.6_1.6_0%]" },
  { drawing: "social-post", className: "sm:flex-[1_1_0%]" },
] as const;

export function BrandHero({ base, name, tagline, cover, colors, tag, typefaces, canEdit }: BrandHeroProps) {
  const drawings = { base: `${base}/in-use`, tag, name };
  const [main] = colors;
  const ground = cover ?? (main && { background: main.hex, ink: main.ink });
  return (
    <section aria-label="The brand" className="flex flex-col gap-3">
      <div className="overflow-clip rounded-2xl border border-line bg-surface">
        <div className="grid md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div
            className="flex min-h-56 flex-col justify-center gap-8 border-line p-8 max-md:border-b md:border-r lg:p-10"
            style={ground && { backgroundColor: ground.background, color: ground.ink }}
          >
            {cover ? (
              // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
              <img
                src={cover.src}
                alt={`Logo of ${name}`}
                className="h-20 max-w-full self-start object-contain object-left lg:h-24"
              />
            ) : (
              <div className="brand-type">
                <ContentText as="p" className="font-heading font-semibold text-4xl leading-tight wrap-anywhere">
                  {name}
                </ContentText>
              </div>
            )}
            {tagline ? (
              <div className="brand-type">
                <ContentText
                  as="p"
                  className="text-balance font-heading font-semibold text-3xl leading-tight tracking-[-0.02em] wrap-anywhere"
                >
                  {tagline}
                </ContentText>
              </div>
            ) : (
              <p className={ground ? undefined : "text-muted"}>
                No tagline yet.{" "}
                {canEdit ? (
                  <TextLink
                    href={`${base}/identity#essentials`}
                    style={ground && { color: "inherit", textDecorationColor: "currentColor" }}
                  >
                    Write one
                  </TextLink>
                ) : null}
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
      <StandInNote typefaces={typefaces} href={canEdit ? `${base}/typography` : null} />
      <p>
        <TextLink href={`${base}/in-use`}>See the brand in use</TextLink>
      </p>
    </section>
  );
}
