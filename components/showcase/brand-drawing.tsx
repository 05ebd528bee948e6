import { cx } from "@/components/ui/cx";
import { DRAWINGS, type Drawing, drawingName, THEMES, type Theme } from "@/lib/rendering";

type BrandDrawingProps = {
  /** Where the brand's drawings are: `/b/birch/in-use`. */
  base: string;
  /** Names this state of the brand, so that browsers keep what they have of it. */
  tag: string;
  drawing: Drawing;
  /** What stands before the drawing's name for who does not see it. */
  name: string;
  /** In this theme alone; without it in the one that the page has. */
  theme?: Theme;
  eager?: boolean;
  /** The language that its words are asked for in; without it, as the brand states them first. */
  lang?: string | null;
  className?: string;
};

/** A drawing of the brand in use. Hidden ones of the other theme are not fetched. */
export function BrandDrawing({ base, tag, drawing, name, theme, eager = false, lang, className }: BrandDrawingProps) {
  const found = DRAWINGS.find(({ key }) => key === drawing);
  if (!found) return null;
  return THEMES.filter((one) => !theme || one === theme).map((one) => (
    // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
    <img
      key={one}
      src={`${base}/${drawingName(drawing, one, "svg")}?v=${tag}${lang ? `&lang=${lang}` : ""}`}
      alt={`${name}: ${found.label.toLowerCase()}`}
      width={found.width}
      height={found.height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      className={cx("h-auto w-full", !theme && (one === "light" ? "dark:hidden" : "hidden dark:block"), className)}
    />
  ));
}
