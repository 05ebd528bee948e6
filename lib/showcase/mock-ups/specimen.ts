import type { Scene } from "../scene";
import { type Kit, rect, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 720;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The brand's typefaces by themselves. */
export function specimen(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const on = scheme.page;
  const right = 700;
  const body = { face: "body", size: 30, fill: scheme.muted, on, leading: 1.5 } as const;
  const headline = type.fit(
    words.headline,
    { face: "display", fill: scheme.ink, on, tracking: -0.02, leading: 1.12 },
    { x: right, y: 396, width: 650, maxLines: 2 },
    [60, 52, 46, 40, 34],
  );
  return {
    width: WIDTH,
    height: HEIGHT,
    label: `${words.name}: type`,
    shapes: [
      rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, on),
      type.line("Aa", { face: "display", size: 430, fill: scheme.link, on, tracking: -0.03 }, { x: 84, y: 196 }),
      ...type.block(
        `${LETTERS.slice(0, 13)}\n${LETTERS.slice(13)}`,
        { ...body, face: "strong", fill: scheme.ink, tracking: 0.06 },
        { x: right, y: 92, width: 480 },
      ).shapes,
      ...type.block(LETTERS.toLowerCase(), { ...body, tracking: 0.04 }, { x: right, y: 196, width: 650, maxLines: 1 })
        .shapes,
      type.line("0123456789", { ...body, face: "mono" }, { x: right, y: 252 }),
      rule(right, 332, 650, scheme.line, 2),
      ...headline.shapes,
      ...type.block(
        words.lead,
        { ...body, size: 25 },
        { x: right, y: 396 + headline.height + 26, width: 640, maxLines: 4 },
      ).shapes,
    ],
  };
}
