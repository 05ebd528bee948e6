import { Circle, ClipPath, Defs, G, Image, Path, Rect, Svg } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Box, RoundBox, Scene, Shape } from "../scene";
import type { Pictures } from "../scene-to-svg";

/** The language of a PDF whose brand states none. It contains the hub's own words. */
export const HUB_LANGUAGE = "en-GB";

const placeOf = ({ x, y, width, height, radius = 0 }: RoundBox) => ({ x, y, width, height, rx: radius, ry: radius });

/** Covers its box. The caller clips it. */
function filling({ x, y, width, height }: Box, picture: Pick<Box, "width" | "height">) {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  return { x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h };
}

/** Omits texts left to the viewer's fonts. */
class PdfWriter {
  /** Must precede the drawing: the PDF writer looks nowhere else. */
  readonly definitions: ReactNode[] = [];

  constructor(
    private readonly pictures: Pictures,
    private readonly prefix: string,
  ) {}

  private clipped(box: RoundBox, key: number, content: ReactNode) {
    const id = `${this.prefix}-${this.definitions.length}`;
    this.definitions.push(
      <ClipPath key={id} id={id}>
        <Rect {...placeOf(box)} />
      </ClipPath>,
    );
    return (
      <G key={key} clipPath={`url(#${id})`}>
        {content}
      </G>
    );
  }

  write = (shape: Shape, key: number): ReactNode => {
    switch (shape.kind) {
      case "rect": {
        const { fill, opacity = 1 } = shape;
        return <Rect key={key} {...placeOf(shape)} fill={fill} fillOpacity={opacity} />;
      }
      case "frame": {
        const { stroke, strokeWidth } = shape;
        return <Rect key={key} {...placeOf(shape)} fill="none" stroke={stroke} strokeWidth={strokeWidth} />;
      }
      case "circle": {
        const { cx, cy, r, fill, opacity = 1 } = shape;
        return <Circle key={key} cx={cx} cy={cy} r={r} fill={fill} fillOpacity={opacity} />;
      }
      case "path": {
        const { d, x = 0, y = 0, fill, opacity = 1 } = shape;
        return (
          <G key={key} transform={`translate(${x}, ${y})`}>
            <Path d={d} fill={fill} fillOpacity={opacity} />
          </G>
        );
      }
      case "outline":
        return shape.d ? (
          <G key={key} transform={`translate(${shape.x}, ${shape.y})`}>
            <Path d={shape.d} fill={shape.inscription.fill} />
          </G>
        ) : null;
      case "text":
        return null;
      case "picture": {
        const picture = this.pictures[shape.name];
        if (!picture) return null;
        if (shape.fit === "cover")
          return this.clipped(
            shape,
            key,
            <Image src={picture.href} {...({ href: picture.href, ...filling(shape, picture) } as object)} />,
          );
        const { x, y, width, height } = shape;
        return <Image key={key} src={picture.href} {...({ href: picture.href, x, y, width, height } as object)} />;
      }
      case "clip":
        return this.clipped(shape, key, shape.shapes.map(this.write));
    }
  };
}

type PdfSceneProps = { scene: Scene; pictures: Pictures; width: number; id: string };

export function PdfScene({ scene, pictures, width, id }: PdfSceneProps) {
  const writer = new PdfWriter(pictures, id);
  const shapes = scene.shapes.map(writer.write);
  return (
    <Svg width={width} height={(width * scene.height) / scene.width} viewBox={`0 0 ${scene.width} ${scene.height}`}>
      <Defs>{writer.definitions}</Defs>
      {shapes}
    </Svg>
  );
}
