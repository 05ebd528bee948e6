import type { Scene, Shape } from "../scene";
import { type Kit, logo, mark, onBackground, onPage, pattern, rect, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 900;
const BAR = 56;
const LEFT = 88;

function browserBar(kit: Kit): Shape[] {
  const { scheme, type, words } = kit;
  const dots = [0, 1, 2].map(
    (index): Shape => ({ kind: "circle", cx: 34 + index * 24, cy: BAR / 2, r: 7, fill: scheme.line }),
  );
  const address = rect({ x: WIDTH / 2 - 260, y: 12, width: 520, height: 32 }, scheme.page, 16);
  const look = onPage(kit, "body", 16, scheme.muted);
  const field = { x: WIDTH / 2 - 240, y: 22.5, width: 480, maxLines: 1, align: "middle" } as const;
  const text = type.block(words.host || words.name, look, field);
  return [
    rect({ x: 0, y: 0, width: WIDTH, height: BAR }, scheme.panel),
    ...dots,
    address,
    ...text.shapes,
    rule(0, BAR, WIDTH, scheme.line),
  ];
}

/** As many offerings as fit. The first is also the button. */
function navigation(kit: Kit): Shape[] {
  const { scheme, type, words } = kit;
  const shapes = logo(kit, { x: LEFT, y: BAR + 30, width: 300, height: 44 }, scheme.page, { fill: scheme.ink });
  const look = onPage(kit, "strong", 17);
  let right = WIDTH - LEFT;
  for (const { name } of words.offerings.slice(0, 4).toReversed()) {
    const width = type.widthOf(name, look);
    if (right - width < 640) break;
    shapes.push(type.line(name, look, { x: right, y: BAR + 46, align: "end" }));
    right -= width + 40;
  }
  return shapes;
}

const NARROWEST_PHOTO = 480;

/** A portrait photograph gets a narrower place, because cropping it would cut off heads and titles. */
function visual(kit: Kit, x: number, y: number): Shape[] {
  const { scheme, photo, words } = kit;
  const box = { x, y, width: WIDTH - x, height: HEIGHT - y };
  if (photo) {
    const whole = box.height * (photo.width / photo.height);
    const width = Math.max(NARROWEST_PHOTO, Math.min(box.width, whole));
    const place = { ...box, x: WIDTH - width, width };
    return [{ kind: "clip", ...place, shapes: [{ kind: "picture", name: photo.name, ...place, fit: "cover" }] }];
  }
  const tile = 168;
  const side = tile * 2 - 156;
  const plate = { x: x + tile, y: y + tile, width: tile * 2, height: tile * 2 };
  return [
    pattern(box, { tile, colors: scheme.pattern, seed: words.name }),
    rect(plate, scheme.page),
    ...mark(kit, { x: plate.x + 78, y: plate.y + 78, width: side, height: side }, scheme.page, scheme.link),
  ];
}

export function webHeader(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const top = BAR + 106;
  const column = 600;
  const headline = type.fit(
    words.headline,
    { face: "display", fill: scheme.ink, on: scheme.page, tracking: -0.03, leading: 1.04 },
    { x: LEFT, y: 0, width: column, maxLines: 4 },
    [104, 92, 80, 70, 60, 52, 44],
    360,
  );
  const body = { ...onPage(kit, "body", 23, scheme.muted), leading: 1.5 };
  const lead = type.block(words.lead, body, { x: LEFT, y: 0, width: column - 40, maxLines: 4 });
  const [first] = words.offerings;
  const buttonLook = { face: "strong", size: 19, fill: scheme.onPrimary, on: scheme.primary } as const;
  const label = first ? type.block(first.name, buttonLook, { x: 0, y: 0, width: 300, maxLines: 1 }) : null;
  const gap = 34;
  const total = headline.height + (lead.lines ? gap + lead.height : 0) + (label ? gap + 14 + 60 : 0);
  let y = top + (HEIGHT - top - total) / 2 - 16;
  const down = (shapes: Shape[], by: number) =>
    shapes.map((shape) => ("y" in shape && shape.y !== undefined ? { ...shape, y: shape.y + by } : shape));
  const shapes = down(headline.shapes, y);
  y += headline.height + gap;
  if (lead.lines) {
    shapes.push(...down(lead.shapes, y));
    y += lead.height + gap;
  }
  if (label) {
    y += 14;
    const width = label.width + 68;
    const place = { x: LEFT + 34, y: y + 23.5, width: label.width + 1, maxLines: 1 };
    shapes.push(rect({ x: LEFT, y, width, height: 60 }, scheme.primary, 30));
    shapes.push(...type.block(first?.name ?? "", buttonLook, place).shapes);
  }
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: web header`, scheme.page, [
    ...visual(kit, 768, top),
    ...navigation(kit),
    ...shapes,
    ...browserBar(kit),
  ]);
}
