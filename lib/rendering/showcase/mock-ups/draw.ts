import type { Scene, Shape } from "../scene";
import { businessCard } from "./business-card";
import { chart } from "./chart";
import { emailSignature } from "./email-signature";
import type { Drawing } from "./index";
import { icon, type Kit, logo, onBackground, onPage, overline, pattern, rect, rule, shadow } from "./kit";
import { label } from "./label";
import { slide } from "./slide";
import { specimen } from "./specimen";
import { webHeader } from "./web-header";

const SIZE = 1080;
const EDGE = 84;

function socialPost(kit: Kit): Scene {
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

const WIDTH = 1440;
const HEIGHT = 900;

const square = (x: number, y: number, size: number) => ({ x, y, width: size, height: size });

function tab(kit: Kit, x: number, y: number): Shape[] {
  const { scheme, type, words } = kit;
  const name = type.block(words.name, onPage(kit, "body", 17), { x: x + 62, y: y + 22, width: 220, maxLines: 1 });
  return [
    rect({ x, y, width: 320, height: 80 }, scheme.page, 16),
    ...icon(kit, square(x + 22, y + 14, 28), scheme.page, scheme.link),
    ...name.shapes,
  ];
}

function appIcons(kit: Kit): Scene {
  const { scheme, theme, words } = kit;
  const large = { x: 120, y: 190, width: 400, height: 400 };
  const grounds: [string, string, string][] = [
    ["Brand", scheme.primary, scheme.onPrimary],
    ["Light", "#ffffff", "#000000"],
    ["Dark", "#101014", "#ffffff"],
    ["Accent", scheme.accent, scheme.onAccent],
  ];
  const caption = { face: "body", size: 17, fill: scheme.muted, on: scheme.panel } as const;
  const row = grounds.flatMap(([name, ground, ink], index) => {
    const x = 640 + index * 178;
    return [
      ...shadow({ x, y: 190, width: 146, height: 146 }, 33, theme),
      ...icon(kit, square(x, 190, 146), ground, ink),
      kit.type.line(name, caption, { x: x + 73, y: 360, align: "middle" }),
    ];
  });
  const sizes = [128, 96, 64, 48, 32];
  let x = 640;
  const scale = sizes.flatMap((size) => {
    const shapes = [
      ...icon(kit, square(x, 590 - size, size), scheme.primary, scheme.onPrimary),
      kit.type.line(String(size), caption, { x: x + size / 2, y: 612, align: "middle" }),
    ];
    x += size + 46;
    return shapes;
  });
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: app icons`, scheme.panel, [
    ...overline(kit, words.name, { fill: scheme.muted, on: scheme.panel, size: 17 }, { x: 120, y: 108, width: 900 })
      .shapes,
    ...shadow(large, 90, theme),
    ...icon(kit, large, scheme.primary, scheme.onPrimary),
    ...row,
    ...scale,
    rect({ x: 0, y: 742, width: WIDTH, height: 158 }, scheme.line),
    ...tab(kit, 120, 762),
    rect({ x: 0, y: 826, width: WIDTH, height: 74 }, scheme.page),
    rule(0, 742, WIDTH, scheme.line),
  ]);
}

const DRAW: Record<Drawing, (kit: Kit) => Scene> = {
  "web-header": webHeader,
  "social-post": socialPost,
  "app-icons": appIcons,
  "business-card": businessCard,
  slide,
  label,
  "email-signature": emailSignature,
  chart,
  specimen,
};

export const draw = (key: Drawing, kit: Kit): Scene => DRAW[key](kit);
