import type { Scene, Shape } from "../scene";
import { type Kit, mark, onBackground, rect, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 720;

const greyLine = (x: number, y: number, width: number, fill: string): Shape =>
  rect({ x, y, width, height: 13 }, fill, 7);

export function emailSignature(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const left = 150;
  const top = 372;
  const text = left + 176;
  const body = { face: "body", size: 21, on: scheme.page } as const;
  const name = type.block(
    words.name,
    { ...body, face: "strong", fill: scheme.ink },
    { x: text, y: top + 50, width: 800, maxLines: 1 },
  );
  const slogan = words.headline === words.name ? "" : words.headline;
  const height = words.host ? 232 : slogan ? 176 : 112;
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: e-mail signature`, scheme.panel, [
    rect({ x: 70, y: 64, width: WIDTH - 140, height: HEIGHT + 40 }, scheme.page, 22),
    ...[0, 1, 2].map((index): Shape => ({ kind: "circle", cx: 112 + index * 26, cy: 104, r: 7.5, fill: scheme.line })),
    rule(70, 142, WIDTH - 140, scheme.line),
    ...[940, 1010, 880, 420].map((width, index) => greyLine(left, 190 + index * 34, width, scheme.line)),
    rect({ x: left, y: top, width: 5, height }, scheme.link),
    ...mark(kit, { x: left + 34, y: top, width: 108, height: 108 }, scheme.page, scheme.link),
    type.line(
      "Your name",
      { face: "display", size: 34, fill: scheme.ink, on: scheme.page, tracking: -0.01 },
      { x: text, y: top + 2 },
    ),
    ...name.shapes,
    type.line("Your role", { ...body, fill: scheme.muted }, { x: text, y: top + 86 }),
    ...(words.host || slogan ? [rule(text, top + 124, 520, scheme.line)] : []),
    ...(words.host
      ? [
          ...type.block(
            `name@${words.host}`,
            { ...body, fill: scheme.muted },
            { x: text, y: top + 148, width: 900, maxLines: 1 },
          ).shapes,
          ...type.block(
            words.host,
            { ...body, face: "strong", fill: scheme.link },
            { x: text, y: top + 184, width: 900, maxLines: 1 },
          ).shapes,
        ]
      : []),
    ...type.block(
      slogan,
      { ...body, fill: scheme.muted, size: 19 },
      { x: text, y: top + (words.host ? 220 : 148), width: 900, maxLines: 1 },
    ).shapes,
  ]);
}
