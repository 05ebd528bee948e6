import type { Extent } from "./transform";

const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([a-z])/iy;

const ARITY: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
/** A curve is drawn as several edges. */
const EDGES: Record<string, number> = { c: 6, s: 6, q: 4, t: 4, a: 8 };

/** Bounds of the control points, which contain the curves. Stops at the first syntax error. */
export function readPath(data: string): Extent {
  let position = 0;
  const read = (pattern: RegExp): string | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(data)?.[1] ?? null;
    if (found !== null) position = pattern.lastIndex;
    return found;
  };
  const box = { left: 0, right: 0, top: 0, bottom: 0, any: false };
  let [x, y, startX, startY, segments, length] = [0, 0, 0, 0, 0, 0];
  // Reflected about the current point.
  let [handleX, handleY] = [0, 0];
  const reach = (px: number, py: number) => {
    box.left = box.any ? Math.min(box.left, px) : px;
    box.right = box.any ? Math.max(box.right, px) : px;
    box.top = box.any ? Math.min(box.top, py) : py;
    box.bottom = box.any ? Math.max(box.bottom, py) : py;
    box.any = true;
  };
  let command = "";
  for (;;) {
    const next = read(COMMAND);
    if (next !== null) command = next;
    const kind = command.toLowerCase();
    const arity = ARITY[kind];
    if (arity === undefined || (next === null && arity === 0)) break;
    const values: number[] = [];
    while (values.length < arity) {
      const text = read(kind === "a" && (values.length === 3 || values.length === 4) ? FLAG : NUMBER);
      if (text === null) break;
      values.push(Number(text));
    }
    if (values.length < arity) break;
    const isRelative = command === kind;
    const [baseX, baseY] = isRelative ? [x, y] : [0, 0];
    const points: [number, number][] = [];
    if (kind === "h") points.push([baseX + (values[0] ?? 0), y]);
    else if (kind === "v") points.push([x, baseY + (values[0] ?? 0)]);
    else if (kind === "z") points.push([startX, startY]);
    else {
      const pairs = kind === "a" ? values.slice(5) : values;
      if (kind === "s" || kind === "t") points.push([2 * x - handleX, 2 * y - handleY]);
      for (let index = 0; index < pairs.length; index += 2)
        points.push([baseX + (pairs[index] ?? 0), baseY + (pairs[index + 1] ?? 0)]);
    }
    const [endX, endY] = points.at(-1) ?? [x, y];
    [handleX, handleY] = "csqt".includes(kind) && points.length > 1 ? (points.at(-2) ?? [endX, endY]) : [endX, endY];
    let [fromX, fromY] = [x, y];
    if (kind !== "m") reach(x, y);
    for (const [px, py] of points) {
      if (kind !== "m") {
        reach(px, py);
        length += Math.hypot(px - fromX, py - fromY);
      }
      [fromX, fromY] = [px, py];
    }
    if (kind === "a") {
      const [rx = 0, ry = 0, , large = 0] = values.map(Math.abs);
      const chord = Math.hypot(endX - x, endY - y);
      const [small, big] = [Math.min(rx, ry), Math.max(rx, ry)];
      // The lesser arc stays within its stretched chord, the greater one within the ellipse.
      const beyond = small === 0 ? 0 : large === 0 ? (chord * big) / small : 2 * Math.max(big, chord * (big / small));
      for (const [px, py] of [
        [x, y],
        [endX, endY],
      ] as const) {
        reach(px - beyond, py - beyond);
        reach(px + beyond, py + beyond);
      }
      length += 4 * beyond;
    }
    segments += EDGES[kind] ?? 1;
    [x, y] = [endX, endY];
    if (kind === "m") {
      [startX, startY] = [x, y];
      command = isRelative ? "l" : "L";
    }
  }
  const endless = (value: number) => (Number.isFinite(value) ? value : Number.POSITIVE_INFINITY);
  return {
    width: endless(box.right - box.left),
    height: endless(box.bottom - box.top),
    segments,
    length: endless(length),
  };
}
