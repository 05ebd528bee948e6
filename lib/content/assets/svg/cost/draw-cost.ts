import { UnsupportedFile } from "@/lib/platform/errors";
import type { SvgSize } from "../fix-size";
import { type SvgElement, walk } from "../parse-svg";
import { type FilterCost, filterCost, filterFunctionsCost } from "./filter-cost";
import {
  BLEND,
  CLIP,
  DASH,
  EDGE_PX,
  ELEMENT,
  FILTER,
  FILTER_STEP,
  FILTERED,
  GRADIENT,
  LAYER,
  LETTER,
  LETTER_ON_PATH,
  MASK,
  MAX_DASHES,
  MAX_FUNCTION_REACH,
  Meter,
  PATTERN,
  PICTURE,
  SEGMENT,
  SOLID,
  STOP,
  STROKED_PX,
  STROKED_SEGMENT,
  VALUE,
} from "./meter";
import {
  type Candidates,
  coveredBy,
  dashesPerUnit,
  type Inherited,
  isPainted,
  NOTHING,
  regionOf,
  type Scene,
  Styles,
  strokeReach,
} from "./styles";
import { type Extent, extentOf, numberOf, scaleOf, times, transformOf, viewBoxScale } from "./transform";

const MAX_NESTING = 500;
/** Pictures are fitted into the page. Smaller ones count as this wide and high. */
const SHOWN_PX = 1_000;
/** Browsers filter each tile with the pixels around it. */
const TILE_PX = 256;

const INHERITED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-miterlimit",
  "font-size",
  "font",
  "marker",
  "marker-start",
  "marker-mid",
  "marker-end",
] as const;

/** Drawn only when referenced. */
const RESOURCES: ReadonlySet<string> = new Set(
  "defs symbol linearGradient radialGradient pattern marker mask clipPath filter style title desc".split(" "),
);
const GRADIENTS: ReadonlySet<string> = new Set(["linearGradient", "radialGradient"]);

/**
 * Rejects an SVG that a browser would take too long to draw. Walks it as a renderer does, every reference each time,
 * and adds costs measured in Chromium. Unclear sizes count as the whole canvas.
 * @throws UnsupportedFile
 */
export function checkDrawCost(root: SvgElement, size: Pick<SvgSize, "width" | "height">, meter = new Meter()): void {
  new CostEstimate(root, meter).run(root, size);
}

class CostEstimate {
  readonly #byId = new Map<string, SvgElement>();
  readonly #parents = new Map<SvgElement, SvgElement>();
  readonly #open = new Set<SvgElement>();
  readonly #drawn = new Set<SvgElement>();
  readonly #meter: Meter;
  readonly #styles: Styles;
  readonly #stops = new Map<SvgElement, number>();
  readonly #extents = new Map<SvgElement, Extent | null>();
  readonly #around = new Map<SvgElement, Inherited>();
  readonly #functions = new Map<string, FilterCost>();
  readonly #dashes = new Map<string, number>();
  readonly #named = new Map<string, SvgElement[]>();

  constructor(root: SvgElement, meter: Meter) {
    this.#meter = meter;
    walk(root, (element) => {
      const id = element.attributes.get("id");
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
      for (const child of element.children) if (typeof child !== "string") this.#parents.set(child, element);
    });
    this.#styles = new Styles(root, meter);
  }

  run(root: SvgElement, { width, height }: { width: number; height: number }): void {
    const canvas = { width: Math.max(width, SHOWN_PX), height: Math.max(height, SHOWN_PX) };
    const matrix = viewBoxScale(root, canvas);
    this.#draw(root, { matrix, cap: canvas.width * canvas.height, times: 1, kind: "shapes", inherited: NOTHING });
    // Unreferenced elements must not contain cycles either.
    walk(root, (element) => {
      if (RESOURCES.has(element.name) && !this.#drawn.has(element))
        this.#drawResource(element, { matrix: null, cap: 1, times: 1, kind: "shapes", inherited: NOTHING }, {});
    });
  }

  #draw(element: SvgElement, scene: Scene): void {
    if (this.#open.has(element)) throw invalid("has an element that references itself");
    if (this.#open.size >= MAX_NESTING) throw invalid("nests or references elements over 500 levels deep. Simplify it");
    this.#open.add(element);
    this.#drawn.add(element);
    this.#meter.add(scene.kind, ELEMENT * scene.times);
    const styles = this.#styles.of(element);
    const inner = this.#inside(element, styles, scene);
    const area = this.#areaOf(element, inner, styles);
    const drawn = this.#applyEffects(element, styles, inner, area);
    this.#drawOwn(element, drawn, area);
    for (const child of element.children)
      if (typeof child !== "string" && !RESOURCES.has(child.name)) this.#draw(child, drawn);
    this.#open.delete(element);
  }

  #inside(element: SvgElement, styles: Candidates, scene: Scene): Scene {
    const attribute = element.attributes.get("transform");
    const isPlain = styles.get("transform")?.every((value) => value === attribute) ?? true;
    const own = isPlain ? transformOf(attribute) : null;
    const boxed = own === null || scene.matrix === null ? null : times(scene.matrix, own);
    const nested = element.name === "svg" || element.name === "symbol";
    const isRoot = !this.#parents.has(element);
    const matrix = nested && !isRoot && element.attributes.has("viewBox") ? null : boxed;
    return { ...scene, matrix, inherited: this.#inherit(scene.inherited, styles) };
  }

  /** Upper bound in pixels. The full canvas for all but plain shapes. */
  #areaOf(element: SvgElement, { matrix, cap, inherited }: Scene, styles: Candidates): number {
    const extent = this.#extentOf(element);
    if (extent === null || matrix === null) return cap;
    const reach = isPainted(inherited.get("stroke"), false) ? strokeReach(inherited, styles) : 0;
    return coveredBy(matrix, extent.width + reach, extent.height + reach, cap);
  }

  /** Charges for effects on the whole element. Returns the scene of its content. */
  #applyEffects(element: SvgElement, styles: Candidates, scene: Scene, area: number): Scene {
    const { times: often } = scene;
    const isLeaf = this.#extentOf(element) !== null;
    if (styles.has("opacity") && !isLeaf) this.#meter.add("layers", often * area * LAYER);
    if (styles.has("mix-blend-mode") || styles.has("isolation")) this.#meter.add("layers", often * scene.cap * BLEND);
    for (const target of this.#targets(styles.get("mask"))) {
      const cap = Math.min(area, regionOf(target, scene, "maskUnits", area * 1.44));
      this.#meter.add("masks", often * cap * MASK);
      this.#drawResource(target, scene, { cap, kind: "masks" });
    }
    for (const target of this.#targets(styles.get("clip-path"))) {
      this.#meter.add("clips", often * area * CLIP);
      const isPlain = !/<|text/.test(target.name) && !this.#styles.of(target).has("clip-path");
      if (!isPlain) this.#meter.add("clips", often * area * MASK);
      this.#drawResource(target, scene, { cap: area, kind: "clips" });
    }
    return this.#applyFilters(styles, scene, area);
  }

  #applyFilters(styles: Candidates, scene: Scene, area: number): Scene {
    const values = styles.get("filter")?.filter((value) => value !== "none") ?? [];
    if (values.length === 0) return scene;
    const scale = scene.matrix === null ? Number.POSITIVE_INFINITY : scaleOf(scene.matrix);
    let worst = 1;
    for (const value of values) {
      const functions = memoised(this.#functions, value, () => filterFunctionsCost(value));
      const blurred = functions.reach === 0 ? 0 : Math.min(functions.reach * scale, MAX_FUNCTION_REACH);
      const steps = [{ perPixel: functions.perPixel, reach: blurred, region: Number.POSITIVE_INFINITY }];
      for (const target of this.#targets([value])) {
        this.#meter.add("filters", scene.times * (FILTER + target.children.length * FILTER_STEP));
        const units = target.attributes.get("primitiveUnits") === "objectBoundingBox" ? 1_000 : scale;
        steps.push({ ...filterCost(target, units), region: regionOf(target, scene, "filterUnits", area * 1.44) });
      }
      const reach = steps.reduce((sum, step) => sum + step.reach, 0);
      for (const { perPixel, region } of steps) {
        const shown = Math.min(scene.cap, region, area + 4 * reach * (Math.sqrt(area) + reach));
        const tiles = Math.max(1, Math.ceil(shown / TILE_PX ** 2));
        const perTile = Math.min((TILE_PX + 1.7 * reach) ** 2, Math.max(region, 1));
        const pixels = Math.max(shown, Math.min(tiles * perTile, 1e12));
        if (perPixel > 0) this.#meter.add("filters", scene.times * pixels * (perPixel + FILTERED));
        worst = Math.max(worst, Math.min(pixels / Math.max(shown, 1), tiles * 4));
      }
    }
    return { ...scene, times: scene.times * worst };
  }

  #drawOwn(element: SvgElement, scene: Scene, area: number): void {
    const { name, attributes } = element;
    if (name === "text" || name === "tspan" || name === "textPath") this.#drawText(element, scene);
    const href = attributes.get("href") ?? attributes.get("xlink:href");
    if (href?.startsWith("#") && name !== "a") this.#follow(element, href, scene);
    if (name === "image") this.#meter.add("pictures", scene.times * area * PICTURE);
    else if (this.#extentOf(element) !== null) this.#drawShape(element, scene, area);
  }

  #follow(element: SvgElement, href: string, scene: Scene): void {
    const target = this.#byId.get(decode(href.slice(1)));
    if (target === undefined) return;
    if (element.name === "use") {
      const kind = scene.kind === "shapes" ? "repeats" : scene.kind;
      this.#draw(target, { ...scene, kind });
    } else this.#drawResource(target, scene, {});
  }

  #drawShape(element: SvgElement, scene: Scene, area: number): void {
    const extent = this.#extentOf(element);
    if (extent === null) return;
    const { inherited, times: often, kind } = scene;
    const scale = scene.matrix === null ? Number.POSITIVE_INFINITY : scaleOf(scene.matrix);
    const outline = Math.min(extent.length * scale || 0, extent.segments * 2 * Math.sqrt(scene.cap));
    const fills = inherited.get("fill");
    if (isPainted(fills, true)) {
      this.#meter.add(kind, often * (extent.segments * SEGMENT + outline * EDGE_PX));
      this.#paint(element, fills, scene, area);
    }
    const strokes = inherited.get("stroke");
    if (isPainted(strokes, false)) {
      const dashes = this.#dashesOn(element, extent.length, inherited.get("stroke-dasharray"));
      this.#meter.add(kind, often * (extent.segments * STROKED_SEGMENT + outline * STROKED_PX + dashes * DASH));
      this.#paint(element, strokes, scene, area);
    }
    for (const property of ["marker", "marker-start", "marker-mid", "marker-end"] as const)
      for (const marker of this.#targets(inherited.get(property))) {
        if (this.#breaksCycle(marker, element)) continue;
        const corners = property === "marker-start" || property === "marker-end" ? 1 : extent.segments + 1;
        this.#drawResource(marker, { ...scene, times: often * corners }, { matrix: null, kind: "markers" });
      }
  }

  #dashesOn({ attributes }: SvgElement, length: number, values: readonly string[] = []): number {
    const whole = Math.max(length, Math.abs(numberOf(attributes.get("pathLength"), 0)), 1);
    const densest = Math.max(0, ...values.map((value) => memoised(this.#dashes, value, () => dashesPerUnit(value))));
    return densest === 0 ? 0 : Math.min(densest * whole, MAX_DASHES);
  }

  #drawText(element: SvgElement, scene: Scene): void {
    const letters = element.children.reduce((sum, child) => sum + (typeof child === "string" ? child.length : 0), 0);
    if (letters === 0) return;
    const { matrix, cap, inherited, times: often } = scene;
    const sizes = [...(inherited.get("font-size") ?? []), ...(inherited.get("font") ?? [])];
    const size = Math.max(16, ...sizes.map((value) => numberOf(value, 16)));
    const letter = matrix === null ? cap : coveredBy(matrix, size, size, cap);
    const area = Math.min(letter * letters, 1e12);
    this.#meter.add("texts", often * letters * (element.name === "textPath" ? LETTER_ON_PATH : LETTER));
    for (const [values, unless] of [
      [inherited.get("fill"), true],
      [inherited.get("stroke"), false],
    ] as const)
      if (isPainted(values, unless)) this.#paint(element, values, { ...scene, kind: "texts" }, area);
  }

  #paint(element: SvgElement, values: readonly string[] | undefined, scene: Scene, area: number): void {
    this.#meter.add(scene.kind, scene.times * area * SOLID);
    for (const target of this.#targets(values)) {
      if (this.#breaksCycle(target, element)) continue;
      if (GRADIENTS.has(target.name)) {
        const stops = this.#stopsOf(target);
        this.#meter.add("gradients", scene.times * (area * GRADIENT + stops * STOP));
      } else {
        this.#meter.add("patterns", scene.times * area * PATTERN);
        // A pattern's tile is drawn once for each canvas tile that shows it.
        const tile = regionOf(
          target,
          scene,
          "patternUnits",
          area,
          transformOf(target.attributes.get("patternTransform")),
        );
        const matrix =
          target.attributes.has("viewBox") || target.attributes.has("patternContentUnits") ? null : scene.matrix;
        this.#drawResource(target, { ...scene, matrix }, { cap: Math.min(tile, scene.cap), kind: "patterns" });
      }
    }
  }

  /** Browsers needn't draw a cycle of inherited values. */
  #breaksCycle(target: SvgElement, element: SvgElement): boolean {
    const own = [...this.#styles.of(element).values()].flat();
    return this.#open.has(target) && !this.#targets(own).includes(target);
  }

  #stopsOf(gradient: SvgElement): number {
    const known = this.#stops.get(gradient);
    if (known !== undefined) return known;
    this.#stops.set(gradient, 0);
    const href = gradient.attributes.get("href") ?? gradient.attributes.get("xlink:href") ?? "";
    const template = this.#byId.get(decode(href.slice(1)));
    const stops = gradient.children.length + (template === undefined ? 0 : 1 + this.#stopsOf(template));
    this.#stops.set(gradient, stops);
    return stops;
  }

  /** A resource inherits from its position in the file, not from the reference. */
  #drawResource(target: SvgElement, scene: Scene, change: Partial<Scene>): void {
    this.#draw(target, { ...scene, ...change, inherited: this.#inheritedAt(target) });
  }

  #inheritedAt(element: SvgElement): Inherited {
    const parent = this.#parents.get(element);
    if (parent === undefined) return NOTHING;
    return memoised(this.#around, element, () => this.#inherit(this.#inheritedAt(parent), this.#styles.of(parent)));
  }

  #inherit(outer: Inherited, styles: Candidates): Inherited {
    let changed: Map<string, readonly string[]> | null = null;
    for (const property of INHERITED) {
      const own = styles.get(property);
      if (own === undefined) continue;
      changed ??= new Map(outer);
      const values = new Set([...(outer.get(property) ?? []), ...own]);
      this.#meter.add("styles", values.size * VALUE);
      changed.set(property, [...values]);
    }
    return changed ?? outer;
  }

  #extentOf(element: SvgElement): Extent | null {
    return memoised(this.#extents, element, () => extentOf(element));
  }

  #targets(values: readonly string[] = []): SvgElement[] {
    const [first, ...others] = values;
    if (first === undefined) return [];
    return others.length === 0 ? this.#namedBy(first) : values.flatMap((value) => this.#namedBy(value));
  }

  #namedBy(value: string): SvgElement[] {
    return memoised(this.#named, value, () =>
      Array.from(value.matchAll(/url\(\s*["']?#([^\s"')]+)/gi), ([, id = ""]) => this.#byId.get(decode(id))).filter(
        (target) => target !== undefined,
      ),
    );
  }
}

/** Elements are visited once per reference. */
function memoised<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}

function invalid(what: string): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This SVG ${what}.`);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
