import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { inForm } from "../../support/in-form";

type RunOnly = { type: "tag" | "rule"; values: string[] };

const EVERYTHING: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Counts as an experiment, so that no tag of those above brings it along: what stands on a control is part of its name (WCAG 2.5.3). */
const NAMES = { "label-content-name-mismatch": { enabled: true } };
const CONTRAST: RunOnly = { type: "rule", values: ["color-contrast"] };

/** Selectors of the part of a page that is looked at. */
export interface Scope {
  include?: string;
  exclude?: string;
}

async function violations(page: Page, { include, exclude }: Scope, runOnly: RunOnly, rules = {}): Promise<string[]> {
  // The hub's one frame shows a mail and runs no script: the test that opens it leaves it out, and axe's form that opens no page of its own sees everything else.
  const scan = new AxeBuilder({ page }).setLegacyMode().options({ runOnly, rules, resultTypes: ["violations"] });
  if (include) scan.include(include);
  if (exclude) scan.exclude(exclude);
  const found = await scan.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
}

/** No violation in the light theme. The full run also checks contrast in the dark theme, where nothing but colours differs. */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  // Next streams the title after the page that it moves on to, and a page hidden at first: its words are there before anybody sees them.
  await expect(page).toHaveTitle(/./);
  await expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0);
  expect(await violations(page, scope, EVERYTHING, NAMES)).toEqual([]);
  if (!inForm({ short: false, full: true })) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, scope, CONTRAST), "in the dark theme").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
