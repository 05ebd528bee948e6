import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Selectors of the part of a page that is looked at. */
export interface Scope {
  include?: string;
  exclude?: string;
}

async function violations(page: Page, { include, exclude }: Scope, only?: string): Promise<string[]> {
  // No page of the hub holds a frame of another origin: the one form of axe that opens no page of its own sees everything.
  let scan = new AxeBuilder({ page }).setLegacyMode();
  scan = only ? scan.withRules(only) : scan.withTags(TAGS);
  if (include) scan = scan.include(include);
  if (exclude) scan = scan.exclude(exclude);
  const found = await scan.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
}

/** No violation in the light theme; in the dark one, where nothing but colours differs, none of contrast. */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  expect(await violations(page, scope)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, scope, "color-contrast"), "in the dark theme").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
