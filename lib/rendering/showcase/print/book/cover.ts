import { hasLogo, type Kit, logo, overline, rect } from "../../mock-ups/kit";
import { pattern } from "../../mock-ups/pattern";
import type { Scene } from "../../scene";

const WIDTH = 1684;
const HEIGHT = 1190;

export function bookCover(kit: Kit, edition: string): Scene {
  const { scheme, type, words } = kit;
  const on = scheme.primary;
  // Without a headline the name is already the title.
  const isSaidBelow = words.headline === words.name && !hasLogo(kit, on);
  const strip = { x: 0, y: HEIGHT - 240, width: WIDTH, height: 240 };
  return {
    width: WIDTH,
    height: HEIGHT,
    label: words.name,
    shapes: [
      rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, on),
      ...(isSaidBelow ? [] : logo(kit, { x: 120, y: 120, width: 620, height: 150 }, on, { fill: scheme.onPrimary })),
      ...type.fit(
        words.headline,
        { face: "display", fill: scheme.onPrimary, on, tracking: -0.03, leading: 1.05 },
        { x: 120, y: 430, width: WIDTH - 240, maxLines: 3 },
        [150, 130, 112, 96, 82, 70],
        380,
      ).shapes,
      ...overline(kit, "Brand book", { fill: scheme.onPrimary, on, size: 26 }, { x: 120, y: 350, width: 900 }).shapes,
      type.line(edition, { face: "body", size: 26, fill: scheme.onPrimary, on }, { x: 120, y: HEIGHT - 310 }),
      pattern(strip, {
        tile: 120,
        colors: [scheme.page, ...scheme.pattern.filter((hex) => hex !== on)],
        seed: `${words.name} book`,
      }),
    ],
  };
}
