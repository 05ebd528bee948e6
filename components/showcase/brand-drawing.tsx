import { pathWith } from "@/components/ui/browser";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import { bidiIsolate } from "@/lib/platform/text";
import {
  DRAWINGS,
  type Drawing,
  drawingName,
  type ShownTypeface,
  standInText,
  THEMES,
  type Theme,
} from "@/lib/rendering";

type BrandDrawingProps = {
  /** The drawings' URL path: `/b/birch/in-use`. */
  base: string;
  /** Lets browsers keep the drawing. */
  tag?: string;
  /** The published version to draw. Defaults to what the page shows. */
  version?: number;
  drawing: Drawing;
  /** Comes before the drawing's name in its alt text. */
  name: string;
  /** One theme only. Without it both are rendered and CSS picks one. */
  theme?: Theme;
  eager?: boolean;
  /** Language of its texts. Defaults to the main one. */
  lang?: string | null;
  className?: string;
};

/** A drawing of the brand in use. Browsers don't load the hidden theme's. */
export function BrandDrawing(props: BrandDrawingProps) {
  const { base, tag, version, drawing, name, theme, eager = false, lang, className } = props;
  const definition = DRAWINGS.find(({ key }) => key === drawing);
  if (!definition) return null;
  return THEMES.filter((one) => !theme || one === theme).map((one) => (
    // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
    <img
      key={one}
      src={pathWith(`${base}/${drawingName(drawing, one, "svg")}`, { v: tag, version: version?.toString(), lang })}
      alt={`${name}: ${definition.label.toLowerCase()}`}
      width={definition.width}
      height={definition.height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      className={cx("h-auto w-full", !theme && (one === "light" ? "dark:hidden" : "hidden dark:block"), className)}
    />
  ));
}

type StandInNoteProps = {
  typefaces: readonly ShownTypeface[];
  /** Where the reader can upload fonts. Null when they can't. */
  href: string | null;
};

/** Lists typefaces that the drawings replace with another font. */
export function StandInNote({ typefaces, href }: StandInNoteProps) {
  const missing = typefaces.filter(({ standsIn }) => standsIn);
  if (missing.length === 0) return null;
  return (
    <p className="text-[0.8125rem] text-muted">
      {missing.map((typeface) => (
        <span key={typeface.name}>
          <ContentText className="wrap-anywhere">{typeface.name}</ContentText>{" "}
          <MixedText>{standInText({ ...typeface, shownIn: bidiIsolate(typeface.shownIn) })}</MixedText>{" "}
        </span>
      ))}
      {href ? <TextLink href={href}>Upload font files</TextLink> : null}
    </p>
  );
}
