import type { Scene } from "../scene";
import { frame, type Kit, logo, onBackground, onPage, overline, pattern, rect, rule, shadow } from "./kit";

const WIDTH = 1080;
const HEIGHT = 1080;

export function label(kit: Kit): Scene {
  const { scheme, theme, type, words } = kit;
  const box = { x: 230, y: 70, width: 620, height: 940 };
  const inner = { x: box.x + 28, y: box.y + 28, width: box.width - 56, height: box.height - 56 };
  const [product] = words.offerings;
  const title = product?.name ?? words.headline;
  const left = inner.x + 40;
  const width = inner.width - 80;
  const centre = { x: left, width, align: "middle" } as const;
  const name = type.fit(
    title,
    { face: "display", fill: scheme.ink, on: scheme.page, tracking: -0.025, leading: 1.04 },
    { ...centre, y: inner.y + 470, maxLines: 3 },
    [84, 74, 64, 56, 48, 40],
    180,
  );
  const text = { ...onPage(kit, "body", 21, scheme.muted), leading: 1.45 };
  const under = { ...centre, y: inner.y + 470 + name.height + 26, maxLines: 4 };
  const strip = { x: inner.x, y: inner.y, width: inner.width, height: 282 };
  const ground = theme === "light" ? scheme.primary : scheme.panel;
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: label`, ground, [
    ...shadow(box, 20, theme),
    rect(box, scheme.page, 20),
    {
      kind: "clip",
      ...strip,
      radius: 8,
      shapes: [pattern(strip, { tile: 94, colors: scheme.pattern, seed: `${words.name} label` })],
    },
    ...logo(kit, { x: left + 90, y: inner.y + 322, width: width - 180, height: 76 }, scheme.page, {
      fill: scheme.ink,
      align: "middle",
    }),
    rule(inner.x + inner.width / 2 - 32, inner.y + 432, 64, scheme.link, 3),
    ...name.shapes,
    ...type.block(product?.description || words.lead, text, under).shapes,
    ...overline(
      kit,
      words.host || words.name,
      { fill: scheme.link, on: scheme.page, size: 16 },
      { ...centre, y: inner.y + inner.height - 50 },
    ).shapes,
    frame(inner, scheme.line, 2, 8),
  ]);
}
