import type { Shape } from "../scene";
import type { Box } from "./kit";

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
