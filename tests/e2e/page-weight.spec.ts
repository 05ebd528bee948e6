import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { fetchedAll } from "../support/fetched-all";
import { expect, test } from "./support/test";

/** Bytes of JavaScript, each script compressed in one piece: over the wire the same one takes more or fewer bytes, by the pieces in which a machine comes to compress it. */
const LIMITS = {
  "sign-in": 157_000,
  overview: 170_000,
  identity: 232_000,
  palette: 230_000,
  assets: 230_000,
  docs: 200_000,
};

/** The scripts that a page fetched until it had nothing more to fetch, each with whether it came compressed. */
async function scriptsOf(page: Page, path: string): Promise<{ name: string; isCompressed: boolean }[]> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await fetchedAll(page);
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize, decodedBodySize }) => ({
        name: new URL(name).pathname,
        // What is smaller than a kilobyte is not worth it.
        isCompressed: encodedBodySize < decodedBodySize || decodedBodySize < 1_024,
      }))
      .filter(({ name }) => name.endsWith(".js")),
  );
}

async function expectWithin(page: Page, path: string, limit: number): Promise<void> {
  const scripts = await scriptsOf(page, path);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter(({ isCompressed }) => !isCompressed)).toEqual([]);
  const weighed: { name: string; bytes: number }[] = [];
  for (const { name } of scripts) {
    const text = await (await page.request.get(name)).text();
    // Schemas check what comes in, on the server: what a page needs of them, their words and limits, stands beside them.
    expect(text, name).not.toContain("$ZodType");
    weighed.push({ name, bytes: gzipSync(text).length });
  }
  const sum = weighed.reduce((total, { bytes }) => total + bytes, 0);
  const heaviestFirst = weighed.toSorted((one, other) => other.bytes - one.bytes);
  expect(sum, heaviestFirst.map(({ name, bytes }) => `${bytes} ${name}`).join("\n")).toBeLessThanOrEqual(limit);
}

test("loads no more script for signing in than it may", { tag: "@full" }, async ({ page }) => {
  await expectWithin(page, "/sign-in", LIMITS["sign-in"]);
});

for (const [name, section] of [
  ["overview", ""],
  ["identity", "/identity"],
  ["palette", "/palette"],
  ["assets", "/assets"],
  ["docs", "/developers/docs"],
] as const)
  test(`loads no more script for the ${name} than it may`, { tag: "@full" }, async ({ page, people, signIn }) => {
    const { person, slug } = people.withRole("owner");
    await signIn(person);
    await expectWithin(page, `/b/${slug}${section}`, LIMITS[name]);
  });
