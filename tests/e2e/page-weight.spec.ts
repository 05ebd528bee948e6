import type { Page } from "@playwright/test";
import { fetchedAll } from "../support/fetched-all";
import { expect, test } from "./support/test";

/** Bytes of JavaScript as they come over the wire, which a build makes the same each time; those of two machines may differ by a chunk of a kilobyte. */
const LIMITS = {
  "sign-in": 157_000,
  overview: 170_000,
  identity: 233_000,
  palette: 230_000,
  assets: 230_000,
  docs: 200_000,
};

/** What a page fetched of scripts until it had nothing more to fetch, the largest first. */
async function scriptsOf(page: Page, path: string): Promise<{ name: string; bytes: number }[]> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await fetchedAll(page);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map((entry) => ({
        name: new URL(entry.name).pathname,
        bytes: (entry as PerformanceResourceTiming).encodedBodySize,
      })),
  );
  return scripts.toSorted((one, other) => other.bytes - one.bytes);
}

async function expectWithin(page: Page, path: string, limit: number): Promise<void> {
  const scripts = await scriptsOf(page, path);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.every(({ bytes }) => bytes > 0)).toBe(true);
  const sum = scripts.reduce((total, { bytes }) => total + bytes, 0);
  expect(sum, scripts.map(({ name, bytes }) => `${bytes} ${name}`).join("\n")).toBeLessThanOrEqual(limit);
  // Schemas check what comes in, on the server: what a page needs of them, their words and limits, stands beside them.
  for (const { name } of scripts) expect(await (await page.request.get(name)).text(), name).not.toContain("$ZodType");
}

test("loads no more script for signing in than it may", async ({ page }) => {
  await expectWithin(page, "/sign-in", LIMITS["sign-in"]);
});

for (const [name, section] of [
  ["overview", ""],
  ["identity", "/identity"],
  ["palette", "/palette"],
  ["assets", "/assets"],
  ["docs", "/developers/docs"],
] as const)
  test(`loads no more script for the ${name} than it may`, async ({ page, people, signIn }) => {
    const { person, slug } = people.withRole("owner");
    await signIn(person);
    await expectWithin(page, `/b/${slug}${section}`, LIMITS[name]);
  });
