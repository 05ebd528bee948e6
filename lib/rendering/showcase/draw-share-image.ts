import sharp from "sharp";
import { makeKit } from "./make-kit";
import { type Kit, logo, onBackground, pattern } from "./mock-ups/kit";
import type { Order } from "./order";
import type { Scene } from "./scene";
import { sceneToSvg } from "./scene-to-svg";

const WIDTH = 1200;
const HEIGHT = 630;

function shareImage(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const strip = { x: 0, y: HEIGHT - 105, width: WIDTH, height: 105 };
  const headline = words.headline === words.name ? words.lead : words.headline;
  return onBackground({ width: WIDTH, height: HEIGHT }, words.name, scheme.page, [
    ...logo(kit, { x: 80, y: 84, width: 560, height: 120 }, scheme.page, { fill: scheme.ink }),
    ...type.fit(
      headline,
      { face: "display", fill: scheme.ink, on: scheme.page, tracking: -0.025, leading: 1.08 },
      { x: 80, y: 270, width: WIDTH - 160, maxLines: 3 },
      [84, 72, 62, 54, 46],
      220,
    ).shapes,
    pattern(strip, { tile: 105, colors: scheme.pattern, seed: words.name }),
  ]);
}

/** A PNG of 1200 × 630 pixels. Omits characters without a glyph. */
export async function drawShareImage(order: Order): Promise<Buffer> {
  const { kit, pictures } = await makeKit(order);
  return sharp(Buffer.from(sceneToSvg(shareImage(kit("light")), pictures)))
    .png({ palette: true })
    .toBuffer();
}
