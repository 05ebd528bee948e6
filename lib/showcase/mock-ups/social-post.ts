import type { Scene } from "../scene";
import { type Kit, logo, overline, rect } from "./kit";
import { pattern } from "./pattern";

const SIZE = 1080;
const EDGE = 84;

/** A square post: what the brand says, large, over a band of its pattern. */
export function socialPost(kit: Kit): Scene {
  const { scheme, theme, type, words } = kit;
  const [ground, ink] = theme === "light" ? [scheme.primary, scheme.onPrimary] : [scheme.page, scheme.ink];
  const long = words.quote.length > 110;
  const quote = type.fit(
    words.quote,
    { face: "display", fill: ink, on: ground, tracking: -0.02, leading: 1.14 },
    { x: EDGE, y: 192, width: SIZE - 2 * EDGE, maxLines: 9 },
    long ? [76, 68, 60, 54, 48, 42] : [124, 108, 94, 82, 72, 62, 54],
    560,
  );
  const band = { x: 0, y: SIZE - 90, width: SIZE, height: 90 };
  const colors = scheme.pattern.filter((hex) => hex !== ground);
  return {
    width: SIZE,
    height: SIZE,
    label: `${words.name}: social post`,
    shapes: [
      rect({ x: 0, y: 0, width: SIZE, height: SIZE }, ground),
      ...overline(
        kit,
        words.host || words.name,
        { fill: ink, on: ground, size: 20 },
        { x: EDGE, y: 92, width: SIZE - 2 * EDGE },
      ).shapes,
      ...quote.shapes,
      ...logo(kit, { x: EDGE, y: SIZE - 218, width: 380, height: 68 }, ground, { fill: ink }),
      pattern(band, { tile: 90, colors, seed: `${words.name} band` }),
    ],
  };
}
