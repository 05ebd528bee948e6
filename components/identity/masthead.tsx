import type { ReactNode } from "react";
import { ColorChips } from "@/components/showcase/color-chips";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";
import type { BrandCover } from "@/lib/brands";
import { type BrandDocument, readableInk } from "@/lib/content";

export interface Greeting {
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
