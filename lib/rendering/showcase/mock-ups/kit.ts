import { type DrawnLogo, madeFor, pickIcon, pickOnGround, readableInk } from "@/lib/content";
import type { Box, Scene, Shape } from "../scene";
import type { Scheme } from "../scheme";
import type { Theme } from "../themes";
import { graphemesOf } from "../type/break-lines";
import type { Block, Face, TextBox, TextLook, Typesetter } from "../type/typesetter";
import type { ShownTypeface } from "../typefaces";
import type { Words } from "../words";

export interface KitLogo extends DrawnLogo {
  name: string;
}

export interface Kit {
  theme: Theme;
  scheme: Scheme;
  words: Words;
  typefaces: readonly ShownTypeface[];
  type: Typesetter;
  /** Best first. */
  logos: readonly KitLogo[];
  marks: readonly KitLogo[];
  /** Can be the app icon. */
  icons: readonly KitLogo[];
  photo: { name: string; width: number; height: number } | null;
  /** From 1 to 5. */
  dimensions: readonly { name: string; value: number }[];
  palette: readonly { name: string; hex: string }[];
}

export const rect = (box: Box, fill: string, radius?: number): Shape => ({
  kind: "rect",
  ...box,
  fill,
  ...(radius && { radius }),
});
export const frame = (box: Box, stroke: string, strokeWidth = 1, radius?: number): Shape => ({
  kind: "frame",
  ...box,
  stroke,
  strokeWidth,
  ...(radius && { radius }),
});
type Size = Pick<Box, "width" | "height">;

export const onBackground = (size: Size, label: string, fill: string, shapes: Shape[]): Scene => ({
  ...size,
  label,
  shapes: [rect({ x: 0, y: 0, ...size }, fill), ...shapes],
});
export const rule = (x: number, y: number, width: number, fill: string, height = 1): Shape =>
  rect({ x, y, width, height }, fill);

/** A few faint shapes, because not every viewer can blur. */
export const shadow = ({ x, y, width, height }: Box, radius: number, theme: Theme): Shape[] =>
  [26, 18, 11, 5].map((spread) => ({
    kind: "rect",
    x: x - spread / 2,
    y: y - spread / 4 + 12,
    width: width + spread,
    height: height + spread / 2,
    radius: radius + spread / 2,
    fill: "#000000",
    opacity: theme === "light" ? 0.028 : 0.11,
  }));

const firstLetter = ({ type, words }: Kit): string =>
  graphemesOf(type.said(words.name, "display"))[0]?.toUpperCase() ?? "•";

function placed({ name, width, height }: KitLogo, box: Box, align: "start" | "middle"): Shape {
  const scale = Math.min(box.width / width, box.height / height);
  const [w, h] = [width * scale, height * scale];
  const x = align === "start" ? box.x : box.x + (box.width - w) / 2;
  return { kind: "picture", name, x, y: box.y + (box.height - h) / 2, width: w, height: h, fit: "contain" };
}

function lettered({ type, words }: Kit, box: Box, ground: string, fill: string, align: "start" | "middle"): Block {
  const look = { face: "display" as Face, fill, on: ground, tracking: -0.015, leading: 1.1 };
  const sizes = [1.02, 0.85, 0.7, 0.56, 0.44, 0.34, 0.27].map((share) => box.height * share);
  const measured = type.fit(words.name, look, { ...box, maxLines: 2, align }, sizes, box.height * 1.1);
  const y = box.y + (box.height - measured.height) / 2;
  return type.fit(words.name, look, { ...box, y, maxLines: 2, align }, sizes, box.height * 1.1);
}

export const hasLogo = (kit: Kit, ground: string): boolean => madeFor(kit.logos, ground) !== undefined;

/** Text on the page, in its ink unless `fill` says otherwise. */
export const onPage = ({ scheme }: Pick<Kit, "scheme">, face: Face, size: number, fill = scheme.ink): TextLook => ({
  face,
  size,
  fill,
  on: scheme.page,
});

/** The whole logo for a background, else the name as text. */
export function logo(
  kit: Kit,
  box: Box,
  ground: string,
  { fill, align = "start" }: { fill: string; align?: "start" | "middle" },
): Shape[] {
  const found = madeFor(kit.logos, ground);
  return found ? [placed(found, box, align)] : lettered(kit, box, ground, fill, align).shapes;
}

/** The compact logo for a background, else the name's first letter. */
export function mark(kit: Kit, box: Box, ground: string, fill: string): Shape[] {
  const found = madeFor(kit.marks, ground);
  if (found) return [placed(found, box, "middle")];
  const look: TextLook = { face: "display", size: box.height, fill, on: ground };
  return [
    kit.type.line(firstLetter(kit), look, {
      x: box.x + box.width / 2,
      y: box.y + box.height * 0.145,
      align: "middle",
    }),
  ];
}

/**
 * On the wanted background, or the first where the compact logo is visible. The brand's own background gets its app
 * icon.
 */
export function icon(kit: Kit, box: Box, wanted: string, ink: string): Shape[] {
  const { marks, icons, scheme } = kit;
  const radius = box.width * 0.225;
  const grounds = [wanted, scheme.page];
  const picked = wanted === scheme.primary ? pickIcon(icons, grounds) : pickOnGround(marks, grounds);
  if (picked?.whole)
    return [{ kind: "clip", ...box, radius, shapes: [rect(box, picked.ground), placed(picked.logo, box, "middle")] }];
  const inset = box.width * (picked ? 0.2 : 0.17);
  const inner = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset };
  const ground = picked?.ground ?? wanted;
  return [rect(box, ground, radius), ...mark(kit, inner, ground, ground === wanted ? ink : readableInk(ground))];
}

export const overline = (
  kit: Kit,
  text: string,
  look: { fill: string; on: string; size?: number },
  box: TextBox,
): Block =>
  kit.type.block(
    text.toUpperCase(),
    { face: "strong", size: look.size ?? 15, tracking: 0.08, ...look },
    { maxLines: 1, ...box },
  );

function seedOf(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}

function random(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function quarter(x: number, y: number, size: number, corner: number, fill: string): Shape {
  const [cx, cy] = [x + (corner % 2) * size, y + (corner > 1 ? size : 0)];
  const [dx, dy] = [corner % 2 ? -size : size, corner > 1 ? -size : size];
  const sweep = dx * dy > 0 ? 1 : 0;
  return { kind: "path", d: `M${cx} ${cy}L${cx + dx} ${cy}A${size} ${size} 0 0 ${sweep} ${cx} ${cy + dy}Z`, fill };
}

function half(x: number, y: number, size: number, side: number, fill: string): Shape {
  const r = size / 2;
  const d =
    side % 2 === 0
      ? `M${x} ${y + (side ? size : 0)}A${r} ${r} 0 0 ${side ? 1 : 0} ${x + size} ${y + (side ? size : 0)}Z`
      : `M${x + (side > 1 ? size : 0)} ${y}A${r} ${r} 0 0 ${side > 1 ? 0 : 1} ${x + (side > 1 ? size : 0)} ${y + size}Z`;
  return { kind: "path", d, fill };
}

/** Stable for each brand. */
export function pattern(
  box: Box,
  { tile, colors, seed }: { tile: number; colors: readonly string[]; seed: string },
): Shape {
  const next = random(seedOf(seed));
  const pick = () => colors[Math.floor(next() * colors.length)] ?? "#000000";
  const other = (than: string) =>
    colors[(colors.indexOf(than) + 1 + Math.floor(next() * (colors.length - 1))) % colors.length] ?? than;
  const shapes: Shape[] = [];
  for (let y = 0; y < Math.ceil(box.height / tile); y += 1)
    for (let x = 0; x < Math.ceil(box.width / tile); x += 1) {
      const [left, top] = [box.x + x * tile, box.y + y * tile];
      const ground = pick();
      const fill = other(ground);
      // Half a pixel larger, so that no gap shows between tiles.
      shapes.push({ kind: "rect", x: left - 0.5, y: top - 0.5, width: tile + 1, height: tile + 1, fill: ground });
      const kind = Math.floor(next() * 6);
      const turn = Math.floor(next() * 4);
      if (kind <= 1) shapes.push(quarter(left, top, tile, turn, fill));
      if (kind === 2) shapes.push(half(left, top, tile, turn, fill));
      if (kind === 3) shapes.push({ kind: "circle", cx: left + tile / 2, cy: top + tile / 2, r: tile * 0.34, fill });
      if (kind === 4) {
        shapes.push(quarter(left, top, tile, turn, fill));
        shapes.push(quarter(left, top, tile / 2, turn, ground));
      }
    }
  return { kind: "clip", ...box, shapes };
}
