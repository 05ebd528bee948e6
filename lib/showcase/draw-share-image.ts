import sharp from "sharp";
import { makeKit } from "./make-kit";
import { shareImage } from "./mock-ups/share-image";
import { unpackOrder } from "./order";
import { sceneToSvg } from "./scene-to-svg";

/** What stands beside a link to a brand elsewhere, as PNG of 1200 by 630 pixels. Characters that no font has are left out. */
export async function drawShareImage(packed: Buffer): Promise<Buffer> {
  const { kit, pictures } = await makeKit(unpackOrder(packed));
  return sharp(Buffer.from(sceneToSvg(shareImage(kit("light")), pictures)))
    .png({ palette: true })
    .toBuffer();
}
