import { cx } from "@/components/ui/cx";
import { DRAWINGS, type Drawing, drawingName, THEMES, type Theme } from "@/lib/rendering";

type BrandDrawingProps = {
  /** The drawings' URL path: `/b/birch/in-use`. */
  base: string;
  tag: string;
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
export function BrandDrawing({ base, tag, drawing, name, theme, eager = false, lang, className }: BrandDrawingProps) {
  const definition = DRAWINGS.find(({ key }) => key === drawing);
  if (!definition) return null;
  return THEMES.filter((one) => !theme || one === theme).map((one) => (
    // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
    <img
      key={one}
      src={`${base}/${drawingName(drawing, one, "svg")}?v=${tag}${lang ? `&lang=${lang}` : ""}`}
      alt={`${name}: ${definition.label.toLowerCase()}`}
      width={definition.width}
      height={definition.height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      className={cx("h-auto w-full", !theme && (one === "light" ? "dark:hidden" : "hidden dark:block"), className)}
    />
  ));
}
