import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { inForm } from "../../support/in-form";

type RunOnly = { type: "tag" | "rule"; values: string[] };

const EVERYTHING: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Experimental in axe, so no tag above includes it. A control's visible text must be part of its name (WCAG 2.5.3). */
const NAMES = { "label-content-name-mismatch": { enabled: true } };
const CONTRAST: RunOnly = { type: "rule", values: ["color-contrast"] };

/** Selectors of the part of a page to check. */
export interface Scope {
  include?: string;
  exclude?: string;
}

async function violations(page: Page, { include, exclude }: Scope, runOnly: RunOnly, rules = {}): Promise<string[]> {
  // Legacy mode opens no extra page but skips frames. The hub's only frame shows a mail without scripts, and its test
  // excludes it.
  const scan = new AxeBuilder({ page }).setLegacyMode().options({ runOnly, rules, resultTypes: ["violations"] });
  if (include) scan.include(include);
  if (exclude) scan.exclude(exclude);
  const found = await scan.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
}

/**
 * Checks for violations in the light theme. Full runs also check contrast in the dark theme, which differs only in
 * colours.
 */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  // Next streams the title after navigating, and a new page starts hidden.
  await expect(page).toHaveTitle(/./);
  await expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0);
  expect(await violations(page, scope, EVERYTHING, NAMES)).toEqual([]);
  if (!inForm({ short: false, full: true })) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, scope, CONTRAST), "in the dark theme").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
