import type { Scene, Shape } from "../scene";
import { type Kit, mark, onBackground, onPage, rect, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 720;

const greyLine = (x: number, y: number, width: number, fill: string): Shape =>
  rect({ x, y, width, height: 13 }, fill, 7);

export function emailSignature(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const left = 150;
  const top = 372;
  const text = left + 176;
  const body = onPage(kit, "body", 21, scheme.muted);
  const name = type.block(words.name, onPage(kit, "strong", 21), { x: text, y: top + 50, width: 800, maxLines: 1 });
  const line = { x: text, width: 900, maxLines: 1 };
  const slogan = words.headline === words.name ? "" : words.headline;
  const height = words.host ? 232 : slogan ? 176 : 112;
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: e-mail signature`, scheme.panel, [
    rect({ x: 70, y: 64, width: WIDTH - 140, height: HEIGHT + 40 }, scheme.page, 22),
    ...[0, 1, 2].map((index): Shape => ({ kind: "circle", cx: 112 + index * 26, cy: 104, r: 7.5, fill: scheme.line })),
    rule(70, 142, WIDTH - 140, scheme.line),
    ...[940, 1010, 880, 420].map((width, index) => greyLine(left, 190 + index * 34, width, scheme.line)),
    rect({ x: left, y: top, width: 5, height }, scheme.link),
    ...mark(kit, { x: left + 34, y: top, width: 108, height: 108 }, scheme.page, scheme.link),
    type.line("Your name", { ...onPage(kit, "display", 34), tracking: -0.01 }, { x: text, y: top + 2 }),
    ...name.shapes,
    type.line("Your role", body, { x: text, y: top + 86 }),
    ...(words.host || slogan ? [rule(text, top + 124, 520, scheme.line)] : []),
    ...(words.host
      ? [
          ...type.block(`name@${words.host}`, body, { ...line, y: top + 148 }).shapes,
          ...type.block(words.host, onPage(kit, "strong", 21, scheme.link), { ...line, y: top + 184 }).shapes,
        ]
      : []),
    ...type.block(slogan, { ...body, size: 19 }, { ...line, y: top + (words.host ? 220 : 148) }).shapes,
  ]);
}
