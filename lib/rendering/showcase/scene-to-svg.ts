import { escapeHtml } from "@/lib/platform/output-text";
import type { RoundBox, Scene, Shape } from "./scene";

/** A data URL with its size in pixels. */
export interface Picture {
  href: string;
  width: number;
  height: number;
}
export type Pictures = Readonly<Record<string, Picture>>;

const FALLBACK_FAMILIES = "system-ui, 'Noto Sans', 'Noto Sans CJK JP', 'Noto Sans Arabic', sans-serif";
const number = (value: number): string => String(Math.round(value * 100) / 100);
const CONTROLS = /[\p{Cc}\u{fffe}\u{ffff}\p{Cs}]/gu;
const textOf = (text: string): string => escapeHtml(text.replaceAll(CONTROLS, ""));

function tag(name: string, attributes: Record<string, string | number | undefined>, content = ""): string {
  const said = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? number(value) : escapeHtml(value ?? "")}"`)
    .join("");
  return content === "" ? `<${name}${said}/>` : `<${name}${said}>${content}</${name}>`;
}

const placeOf = ({ x, y, width, height, radius }: RoundBox) => ({ x, y, width, height, rx: radius });

class SvgWriter {
  private clips = 0;
  readonly definitions: string[] = [];

  constructor(private readonly pictures: Pictures) {}

  write = (shape: Shape): string => {
    switch (shape.kind) {
      case "rect": {
        const { fill, opacity } = shape;
        return tag("rect", { ...placeOf(shape), fill, opacity });
      }
      case "frame": {
        const { stroke, strokeWidth } = shape;
        return tag("rect", { ...placeOf(shape), fill: "none", stroke, "stroke-width": strokeWidth });
      }
      case "circle": {
        const { cx, cy, r, fill, opacity } = shape;
        return tag("circle", { cx, cy, r, fill, opacity });
      }
      case "path": {
        const { d, x = 0, y = 0, fill, opacity } = shape;
        return tag("path", {
          d,
          transform: x || y ? `translate(${number(x)} ${number(y)})` : undefined,
          fill,
          opacity,
        });
      }
      case "outline":
        return tag("path", {
          d: shape.d,
          transform: `translate(${number(shape.x)} ${number(shape.y)})`,
          fill: shape.inscription.fill,
        });
      case "text":
        return this.text(shape);
      case "picture": {
        const { name, x, y, width, height, fit } = shape;
        const picture = this.pictures[name];
        const preserveAspectRatio = fit === "cover" ? "xMidYMid slice" : "xMidYMid meet";
        return picture ? tag("image", { href: picture.href, x, y, width, height, preserveAspectRatio }) : "";
      }
      case "clip": {
        this.clips += 1;
        const id = `clip-${this.clips}`;
        this.definitions.push(tag("clipPath", { id }, tag("rect", placeOf(shape))));
        return tag("g", { "clip-path": `url(#${id})` }, shape.shapes.map(this.write).join(""));
      }
    }
  };

  private text({ x, y, size, bold, anchor, direction, inscription }: Extract<Shape, { kind: "text" }>): string {
    const attributes = {
      x,
      y,
      "font-family": FALLBACK_FAMILIES,
      "font-size": size,
      "font-weight": bold ? 700 : 400,
      "text-anchor": anchor,
      direction,
      fill: inscription.fill,
    };
    return tag("text", attributes, textOf(inscription.text) || " ");
  }
}

/**
 * Standalone. Escapes the brand's texts.
 * @param lang the texts' language, if known. The label is English
 */
export function sceneToSvg(
  { width, height, label, shapes }: Scene,
  pictures: Pictures,
  lang?: string | undefined,
): string {
  const writer = new SvgWriter(pictures);
  const body = shapes.map(writer.write).join("");
  const definitions = writer.definitions.length > 0 ? tag("defs", {}, writer.definitions.join("")) : "";
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${number(width)} ${number(height)}`,
      role: "img",
      "xml:lang": lang,
    },
    tag("title", { "xml:lang": "en" }, textOf(label) || " ") + definitions + body,
  );
}
