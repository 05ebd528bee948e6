import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { inForm } from "../../support/in-form";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const EVERYTHING: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Experimental in axe, so no tag above includes it. A control's visible text must be part of its name (WCAG 2.5.3).
  rules: { "label-content-name-mismatch": { enabled: true } },
};
const CONTRAST: RunOptions = { runOnly: ["color-contrast"] };

/** For each element, axe parses its colours and all colours behind it again. That takes a third of a scan. */
const REMEMBER_COLOURS = `{
  const { Color } = axe.commons.color;
  const parse = Color.prototype.parseString;
  const known = new Map();
  Color.prototype.parseString = function (text) {
    const color = known.get(text);
    if (color) return Object.assign(this, { r: color.r, g: color.g, b: color.b, alpha: color.alpha });
    parse.call(this, text);
    known.set(text, new Color(this));
    return this;
  };
}`;

/** Selectors of the part of a page to check. */
export interface Scope {
  include?: string;
  exclude?: string;
}

async function violations(page: Page, { include, exclude }: Scope, rules: RunOptions): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source};${REMEMBER_COLOURS}`);
  const context = { include: include ? [include] : ["html"], exclude: exclude ? [exclude] : [] };
  // axe can't scan frames without scripts, such as the preview of a mail, the hub's only frame.
  const options: RunOptions = { ...rules, resultTypes: ["violations"], iframes: false };
  const found = await page.evaluate(async ([part, how]) => (await window.axe.run(part, how)).violations, [
    context,
    options,
  ] as const);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
}

/**
 * Checks for violations in the light theme. Full runs also check contrast in the dark theme, which differs only in
 * colours.
 */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  // Next streams the title after navigating, and a new page starts hidden.
  await expect(page).toHaveTitle(/./);
  await expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0);
  expect(await violations(page, scope, EVERYTHING)).toEqual([]);
  if (!inForm({ short: false, full: true })) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, scope, CONTRAST), "in the dark theme").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
