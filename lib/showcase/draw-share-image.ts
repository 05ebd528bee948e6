import sharp from "sharp";
import { makeKit } from "./make-kit";
import { shareImage } from "./mock-ups/share-image";
import { unpackOrder } from "./order";
import type { Shape } from "./scene";
import { sceneToSvg } from "./scene-to-svg";

/** What stands beside a link to a brand elsewhere, as PNG of 1200 by 630 pixels. Texts in letters that no font at hand has are left out. */
export async function drawShareImage(packed: Buffer): Promise<Buffer> {
  const { kit, pictures } = await makeKit(unpackOrder(packed));
  const scene = shareImage(kit("light"));
  const set = (shape: Shape) => shape.kind !== "text";
  return sharp(Buffer.from(sceneToSvg({ ...scene, shapes: scene.shapes.filter(set) }, pictures)))
    .png({ palette: true })
    .toBuffer();
}
