import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspectUpload } from "@/lib/content/server";
import { startCpuClock } from "@/tests/support/cpu-clock";
import { svg } from "@/tests/support/files";
import { inForm } from "../support/in-form";
import { hostileSvgs } from "./support/hostile-svgs";
import { rebuildSvg } from "./support/rebuild-svg";

const shapes = new Map(hostileSvgs([1, 4, 9], [12, 130, 500]).map(({ name, svg }) => [name, svg]));
const refusal = async (upload: string): Promise<string> =>
  await inspectUpload(Buffer.from(upload)).then(
    () => "was accepted",
    (error: Error) => error.message,
  );

describe("an SVG that a browser draws slowly is refused, with what to simplify", () => {
  it.each([
    ["masks on nested groups: 9 deep, 130 times", "masks"],
    ["patterns of 100 pixels, turned: 4 deep, 12 times", "patterns"],
    ["a pattern that all inherit: 1 deep, 130 times", "patterns"],
    ["markers: 4 deep, 130 times", "markers"],
    ["filters of results read twice, 12 wide: 1 deep, 130 times", "filters"],
    ["filters of morphology, 90 wide: 4 deep, 12 times", "filters"],
    ["filter functions: wide blurs: 1 deep, 130 times", "filters"],
    ["filters on many, of a region endless: 4 deep, 12 times", "filters"],
    ["groups that are blended: 4 deep, 130 times", "transparent and blended groups"],
    ["gradients on large shapes: 4 deep, 130 times", "gradients"],
    ["small shapes made large by a style sheet: 9 deep, 500 times", "shapes"],
    ["dashes from a style sheet: 9 deep, 500 times", "shapes"],
    ["selectors that look around: 9 deep, 500 times", "style sheet"],
    ["elements that use elements: 4 deep, 130 times", "repeated elements"],
  ])("%s", async (name, told) => {
    const message = await refusal(shapes.get(name) ?? "");
    expect(message).toMatch(/^This SVG would take a browser too long to draw\. Simplify its [^.]+\.$/);
    expect(message).toContain(`Simplify its ${told}`);
  });

  it.each(["attribute", "style", "sheet", "media", "supports", "nested"])(
    "also when its references come by %s",
    async (way) => {
      for (const name of [`masks by ${way}: 9 deep, 500 times`, `filters by ${way}: 9 deep, 130 times`])
        expect(await refusal(shapes.get(name) ?? ""), name).toContain("too long to draw");
    },
  );
});

describe("the estimate of drawing time", () => {
  // Thousands of shapes in full.
  const timeout = inForm({ short: 300_000, full: 3_600_000 });
  it("takes less time than the drawing, for every shape", { timeout }, () => {
    const all = hostileSvgs(
      inForm({ short: [9], full: [1, 2, 4, 9] }),
      inForm({ short: [130], full: [40, 500, 2_000] }),
    );
    const seconds = startCpuClock();
    const kept = all.filter(({ svg }) => rebuildSvg(svg) !== null).length;
    expect(kept).toBeLessThan(all.length / 2);
    // Minutes without the limit; a fraction of a second with it.
    expect(seconds() / all.length).toBeLessThan(5);
  });

  it.each([
    ["a value of words, for every element", `<style>g{filter:${"a".repeat(200_000)}}</style>${"<g/>".repeat(9_000)}`],
    [
      "a long dash pattern, for every line",
      `<style>path{stroke:red;stroke-dasharray:${"9 ".repeat(90_000)}}</style>${'<path d="M0 0h9"/>'.repeat(9_000)}`,
    ],
    [
      "a selector of a quarter of a million letters",
      `<style>${"a".repeat(250_000)} ${"b ".repeat(9_000)}{fill:red}</style>`,
    ],
    [
      "a path that is used again and again",
      `<path id="p" d="M0 0${"h1v1".repeat(90_000)}"/>${'<use href="#p"/>'.repeat(4_000)}`,
    ],
    [
      "as many rules as fit, for as many elements",
      `<style>${"g{fill:red}".repeat(20_000)}</style>${"<g/>".repeat(15_000)}`,
    ],
  ])("reads in seconds: %s", (_, content) => {
    const upload = svg(content);
    expect(upload.length).toBeLessThan(512 * 1024);
    const seconds = startCpuClock();
    rebuildSvg(upload);
    expect(seconds()).toBeLessThan(20);
  });

  it("accepts every demo logo and other real-world logos", () => {
    const icons = readdirSync("node_modules/simple-icons/icons").filter(
      (_, index) => index % inForm({ short: 40, full: 1 }) === 0,
    );
    const files = [
      ...readdirSync("db/demo", { recursive: true, encoding: "utf8" }).map((file) => `db/demo/${file}`),
      ...icons.map((icon) => `node_modules/simple-icons/icons/${icon}`),
    ].filter((file) => file.endsWith(".svg"));
    const refused = files.filter((file) => rebuildSvg(readFileSync(file, "utf8")) === null);
    expect(files.length).toBeGreaterThan(80);
    expect(refused).toEqual([]);
  });

  it.each([
    [
      "an illustration of 3,000 small shapes with gradients",
      `<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>${Array.from({ length: 3_000 }, (_, i) => `<path fill="url(#g)" d="M${i % 100} ${i / 100}c1 0 2 1 2 2s-1 2-2 2z"/>`).join("")}`,
    ],
    [
      "classes of a style sheet, as drawing programs write them",
      `<style>${Array.from({ length: 60 }, (_, i) => `.cls-${i},.st${i}{fill:url(#g${i});stroke:#000;stroke-width:.2px}`).join("")}@media (prefers-color-scheme:dark){.st1{fill:#fff}}</style>${Array.from({ length: 60 }, (_, i) => `<linearGradient id="g${i}"><stop/><stop offset="1"/></linearGradient><path class="cls-${i}" d="M${i} 0h2v9z"/>`).join("")}`,
    ],
    [
      "cards with shadows of their own, as design tools write them",
      Array.from(
        { length: 12 },
        (_, i) =>
          `<g filter="url(#s${i})"><rect x="${i * 8}" width="7" height="7" rx="1"/></g><defs><filter id="s${i}" x="${i * 8 - 1}" y="-1" width="9" height="9" filterUnits="userSpaceOnUse"><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="h"/><feOffset dy=".4"/><feGaussianBlur stdDeviation=".4"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend in2="b" result="e"/><feBlend in="SourceGraphic" in2="e"/></filter></defs>`,
      ).join(""),
    ],
    [
      "a pattern of dots, masked and clipped",
      '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><circle r=".5" cx="1" cy="1"/></pattern><mask id="m"><rect width="100" height="100" fill="#fff"/></mask><clipPath id="c"><circle r="50" cx="50" cy="50"/></clipPath><g mask="url(#m)" clip-path="url(#c)"><rect width="100" height="100" fill="url(#p)"/></g>',
    ],
    [
      "a wordmark as text, twice",
      '<text font-size="20" fill="url(#g)">Brand name<tspan dy="20">and what it does</tspan></text>'.repeat(2),
    ],
  ])("accepts %s", (_, content) => {
    expect(rebuildSvg(svg(content, 'width="100" height="100" viewBox="0 0 100 100"'))).not.toBeNull();
  });
});
