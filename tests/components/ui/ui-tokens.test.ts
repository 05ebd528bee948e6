import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Color, parse, wcagContrast } from "culori";
import { describe, expect, it } from "vitest";

const css = readFileSync(fileURLToPath(new URL("../../../app/globals.css", import.meta.url)), "utf8");
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** The colour tokens of globals.css, each declared once. */
const tokens = new Map<string, Record<Theme, Color>>();
for (const [, name, light, dark] of css.matchAll(
  /^\s*--([a-z-]+): light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\);$/gm,
)) {
  const [lightColour, darkColour] = [parse(light ?? ""), parse(dark ?? "")];
  if (!name || !lightColour || !darkColour) throw new Error(`unreadable token ${name}`);
  tokens.set(name, { light: lightColour, dark: darkColour });
}

function colour(name: string, theme: Theme): Color {
  const token = tokens.get(name);
  if (!token) throw new Error(`globals.css has no token --${name}`);
  return token[theme];
}

const backgrounds = ["canvas", "surface", "sunken", "raised", "hover"];
const states = ["accent", "success", "warning", "danger"];

/** WCAG 2.2, 1.4.3: text needs 4.5:1. */
const textPairs: [text: string, background: string][] = [
  ...["ink", "muted", "faint", ...states].flatMap((text) => backgrounds.map((on): [string, string] => [text, on])),
  ["ink", "active"],
  ["muted", "active"],
  ["ink", "accent-soft"],
  ["muted", "accent-soft"],
  ...states.map((state): [string, string] => [state, `${state}-soft`]),
  ...states.map((state): [string, string] => ["ink", `${state}-soft`]),
  ["on-solid", "solid"],
  ["on-solid", "solid-hover"],
  ["on-danger", "danger-solid"],
  ["on-danger", "danger-solid-hover"],
];

/** WCAG 2.2, 1.4.11: control edges, filled shapes and the focus ring need 3:1 against adjacent colours. */
const shapePairs: [shape: string, background: string][] = [
  ...["line-strong", "focus", "solid", "accent", "danger"].flatMap((shape) =>
    backgrounds.map((on): [string, string] => [shape, on]),
  ),
];

describe("colour tokens", () => {
  it("finds every token that the Tailwind theme maps, in both themes", () => {
    const mapped = [...css.matchAll(/--color-[a-z-]+: var\(--([a-z-]+)\)/g)].map((match) => match[1]);
    expect(mapped.length).toBeGreaterThan(20);
    for (const name of mapped) expect([...tokens.keys()]).toContain(name);
  });

  describe.each(themes)("in the %s theme", (theme) => {
    it.each(textPairs)("keeps %s text on %s at 4.5:1 or more", (text, background) => {
      expect(wcagContrast(colour(text, theme), colour(background, theme))).toBeGreaterThanOrEqual(4.5);
    });

    it.each(shapePairs)("keeps the shape of %s on %s at 3:1 or more", (shape, background) => {
      expect(wcagContrast(colour(shape, theme), colour(background, theme))).toBeGreaterThanOrEqual(3);
    });

    it.each([...backgrounds, "active", "line", "line-strong", "ink", "muted", "faint", "solid"])(
      "keeps %s neutral, so that brand colours are judged on grey",
      (name) => {
        const { c } = colour(name, theme) as Color & { c: number };
        expect(c).toBeLessThanOrEqual(0.005);
      },
    );
  });
});
