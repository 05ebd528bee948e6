import type { Scene, Shape } from "../scene";
import { type Kit, logo, onBackground, onPage, overline, pattern, rule } from "./kit";

const WIDTH = 1600;
const HEIGHT = 900;
const EDGE = 96;

function columns(kit: Kit): Shape[] {
  const { scheme, type, words } = kit;
  const named = words.values.length > 0 ? words.values : words.offerings;
  const width = 350;
  return named.slice(0, 3).flatMap(({ name, description }, index) => {
    const x = EDGE + index * (width + 40);
    const heading = { ...onPage(kit, "strong", 25), leading: 1.2 };
    const title = type.block(name, heading, { x, y: 566, width, maxLines: 2 });
    const body = { ...onPage(kit, "body", 19, scheme.muted), leading: 1.45 };
    const text = type.block(description, body, { x, y: 566 + title.height + 14, width, maxLines: 4 });
    return [rule(x, 536, width, scheme.link, 3), ...title.shapes, ...text.shapes];
  });
}

export function slide(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const headline = words.headline === words.name ? words.lead || words.name : words.headline;
  const strip = { x: WIDTH - 240, y: 0, width: 240, height: HEIGHT };
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: slide`, scheme.page, [
    pattern(strip, { tile: 120, colors: scheme.pattern, seed: `${words.name} slide` }),
    ...overline(
      kit,
      words.traits.slice(0, 3).join(" · ") || words.name,
      { fill: scheme.link, on: scheme.page, size: 18 },
      { x: EDGE, y: 104, width: 1100 },
    ).shapes,
    ...type.fit(
      headline,
      { face: "display", fill: scheme.ink, on: scheme.page, tracking: -0.028, leading: 1.06 },
      { x: EDGE, y: 168, width: 1130, maxLines: 3 },
      [120, 104, 92, 80, 70, 60, 50],
      330,
    ).shapes,
    ...columns(kit),
    ...logo(kit, { x: EDGE, y: 798, width: 280, height: 42 }, scheme.page, { fill: scheme.ink }),
    type.line("1", onPage(kit, "body", 19, scheme.muted), { x: WIDTH - 240 - 48, y: 812, align: "end" }),
  ]);
}
