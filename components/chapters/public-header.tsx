import { Download } from "lucide-react";
import type { CSSProperties } from "react";
import { FilePicture } from "@/components/files/file-picture";
import { BrandDrawing } from "@/components/showcase/brand-drawing";
import { ColorChips } from "@/components/showcase/color-chips";
import { BookButton } from "@/components/showcase/download-buttons";
import { Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { buttonClass } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import type { FileRef } from "@/lib/content";
import type { CompiledIdentity } from "@/lib/contract";
import { webAddress } from "@/lib/platform/text";
import type { LocalizedIdentity } from "@/lib/publishing";
import { PublicText } from "./public-named";

type PublicHeaderProps = {
  name: string;
  data: CompiledIdentity["brand"];
  langOf: LocalizedIdentity["langOf"];
  colors: readonly { id: string; name: string; hex: string; ink: string }[];
  bookHref: string;
  kitHref: string;
  /** The logo and its background. Null shows only the palette. */
  cover: { src: string; file: FileRef; backgroundHex: string } | null;
};

/** Largest average letter width of a heading, in em. */
const LETTER_EM = 0.6;

/** Returns the font size in `vw` at which the longest word fits on one line of a phone. */
function sizeThatFits(name: string): string {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => [...word].length), 1);
  return `${(90 / (LETTER_EM * longest)).toFixed(1)}vw`;
}

export function PublicHeader({ name, data, langOf, colors, bookHref, kitHref, cover }: PublicHeaderProps) {
  const website = webAddress(data.website);
  return (
    <header className="flex flex-col gap-8">
      {cover || colors.length > 0 ? (
        <div className="overflow-clip rounded-2xl border border-line">
          {cover ? (
            <div
              className="flex h-56 items-center justify-center border-line p-8 not-last:border-b sm:h-88 sm:p-20"
              style={{ backgroundColor: cover.backgroundHex }}
            >
              {/* The heading below has the name. */}
              <FilePicture src={cover.src} file={cover.file} alt="" className="size-full max-w-2xl" />
            </div>
          ) : null}
          {colors.length > 0 ? <ColorChips colors={colors} /> : null}
        </div>
      ) : null}
      <div className="flex flex-col gap-2">
        <ContentText
          as="h1"
          className="text-balance font-semibold text-[length:max(1.25rem,min(2.25rem,var(--fits)))] leading-[1.08] tracking-[-0.025em] wrap-anywhere sm:text-5xl"
          style={{ "--fits": sizeThatFits(name) } as CSSProperties}
        >
          {name}
        </ContentText>
        <ContentText as="p" lang={langOf("brand.tagline")} className="text-balance text-muted text-xl wrap-anywhere">
          {data.tagline}
        </ContentText>
      </div>
      <PublicText lang={langOf("brand.description")}>{data.description}</PublicText>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 *:min-w-0">
        <BookButton href={bookHref} />
        <a href={kitHref} download className={buttonClass({})}>
          <Download aria-hidden="true" />
          Download kit
        </a>
        {website ? (
          <TextLink href={website.href} external className="wrap-anywhere">
            {website.host}
          </TextLink>
        ) : null}
        <ContentText lang={langOf("brand.industry")} className="text-muted wrap-anywhere">
          {data.industry}
        </ContentText>
      </div>
    </header>
  );
}

/** In a row at one height, each as wide as its drawing. */
const ROWS = [
  [
    { drawing: "social-post", className: "sm:flex-[1_1_0%]" },
    { drawing: "business-card", className: "sm:flex-[1.6_1.6_0%]" },
  ],
  [
    { drawing: "slide", className: "sm:flex-[1.778_1.778_0%]" },
    { drawing: "label", className: "sm:flex-[1_1_0%]" },
  ],
  [
    { drawing: "app-icons", className: "sm:flex-[1_1_0%]" },
    { drawing: "chart", className: "sm:flex-[1_1_0%]" },
  ],
] as const;

type PublicInUseProps = { base: string; tag: string; name: string; lang: string | null };

/** Example drawings, without the email signature, which is for members. */
export function PublicInUse({ base, tag, name, lang }: PublicInUseProps) {
  const drawings = { base: `${base}/in-use`, tag, name, lang };
  return (
    <Section large id="in-use" title="In use">
      <div className="flex flex-col gap-3">
        <div className="overflow-clip rounded-xl border border-line">
          <BrandDrawing {...drawings} drawing="web-header" />
        </div>
        {ROWS.map((row) => (
          <div key={row[0].drawing} className="flex flex-col gap-3 sm:flex-row">
            {row.map(({ drawing, className }) => (
              <div key={drawing} className={`min-w-0 overflow-clip rounded-xl border border-line ${className}`}>
                <BrandDrawing {...drawings} drawing={drawing} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Section>
  );
}
