import type { Scene } from "../scene";
import { type Kit, logo, mark, onBackground, onPage, pattern, rect, rule, shadow } from "./kit";

const WIDTH = 1440;
const HEIGHT = 900;
/** 85 × 55 mm. */
const CARD = { width: 700, height: 453 };
const LINE_WIDTH = 460;
const LINE_SIZES = [21, 18, 15, 12];

export function businessCard(kit: Kit): Scene {
  const { scheme, theme, type, words } = kit;
  // The cards overlap below the front's logo.
  const front = { x: 90, y: 56, ...CARD };
  const back = { x: 650, y: 391, ...CARD };
  const place = { x: front.x + 130, y: front.y + 148, width: CARD.width - 260, height: CARD.height - 296 };
  const left = back.x + 62;
  const body = onPage(kit, "body", 21, scheme.muted);
  const lines = [words.host && `name@${words.host}`, words.host].filter(Boolean);
  const size = LINE_SIZES.find((one) => type.widthOf(lines[0] ?? "", { ...body, size: one }) <= LINE_WIDTH) ?? 12;
  const strip = { x: back.x + CARD.width - 84, y: back.y, width: 84, height: CARD.height };
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: business card`, scheme.panel, [
    ...shadow(front, 18, theme),
    rect(front, scheme.primary, 18),
    ...logo(kit, place, scheme.primary, { fill: scheme.onPrimary, align: "middle" }),
    ...shadow(back, 18, theme),
    rect(back, scheme.page, 18),
    {
      kind: "clip",
      ...back,
      radius: 18,
      shapes: [pattern(strip, { tile: 84, colors: scheme.pattern, seed: `${words.name} card` })],
    },
    ...mark(kit, { x: left, y: back.y + 60, width: 72, height: 72 }, scheme.page, scheme.link),
    type.line("Your name", { ...onPage(kit, "display", 40), tracking: -0.015 }, { x: left, y: back.y + 214 }),
    type.line("Your role", body, { x: left, y: back.y + 268 }),
    ...(lines.length > 0 ? [rule(left, back.y + 314, 60, scheme.link, 3)] : []),
    ...lines.flatMap(
      (line, index) =>
        type.block(line, { ...body, size }, { x: left, y: back.y + 344 + index * 34, width: LINE_WIDTH, maxLines: 1 })
          .shapes,
    ),
  ]);
}
