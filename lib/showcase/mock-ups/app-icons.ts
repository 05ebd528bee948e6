import type { Scene, Shape } from "../scene";
import { icon, type Kit, overline, rect, rule, shadow } from "./kit";

const WIDTH = 1440;
const HEIGHT = 900;

const square = (x: number, y: number, size: number) => ({ x, y, width: size, height: size });

/** A tab of a browser, where icons are smallest. */
function tab(kit: Kit, x: number, y: number): Shape[] {
  const { scheme, type, words } = kit;
  const name = type.block(
    words.name,
    { face: "body", size: 17, fill: scheme.ink, on: scheme.page },
    { x: x + 62, y: y + 22, width: 220, maxLines: 1 },
  );
  return [
    rect({ x, y, width: 320, height: 80 }, scheme.page, 16),
    ...icon(kit, square(x + 22, y + 14, 28), scheme.page, scheme.link),
    ...name.shapes,
  ];
}

/** The icon at the sizes of shops and screens, on the grounds that it meets, and in a browser's tab. */
export function appIcons(kit: Kit): Scene {
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
  return {
    width: WIDTH,
    height: HEIGHT,
    label: `${words.name}: app icons`,
    shapes: [
      rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, scheme.panel),
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
    ],
  };
}
