import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { fetchedAll } from "../support/fetched-all";
import { interactive } from "./support/keyboard";
import { expect, test } from "./support/test";

/**
 * Maximum bytes of JavaScript, below the bounds of 200 KB on pages to read and 240 KB on pages to edit. Each script is
 * compressed as a whole, because the size over the wire varies with chunking.
 */
const LIMITS = {
  "": 170_000,
  "/identity": 232_000,
  "/palette": 230_000,
  "/typography": 215_000,
  "/assets": 230_000,
  "/history": 200_000,
  "/developers/docs": 200_000,
};
const SIGN_IN_LIMIT = 157_000;

/** Scripts that a page has loaded once it is idle, and whether each was compressed. */
async function scriptsOf(page: Page, path: string): Promise<{ name: string; isCompressed: boolean }[]> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await fetchedAll(page);
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize, decodedBodySize }) => ({
        name: new URL(name).pathname,
        // Compressing less than a kilobyte isn't worth it.
        isCompressed: encodedBodySize < decodedBodySize || decodedBodySize < 1_024,
      }))
      .filter(({ name }) => name.endsWith(".js")),
  );
}

test("loads no more script for a page than its limit", { tag: "@full" }, async ({ page, people, signIn }) => {
  /** Compressed size of each script. Pages share most of them. */
  const weights = new Map<string, number>();
  const weigh = async (name: string) => {
    const text = await (await page.request.get(name)).text();
    // Schemas belong on the server. Pages get only their words and limits.
    expect(text, name).not.toContain("$ZodType");
    return gzipSync(text).length;
  };
  const expectWithin = async (path: string, limit: number) => {
    const scripts = await scriptsOf(page, path);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter(({ isCompressed }) => !isCompressed)).toEqual([]);
    for (const { name } of scripts) if (!weights.has(name)) weights.set(name, await weigh(name));
    const heaviestFirst = scripts
      .map(({ name }) => ({ name, bytes: weights.get(name) ?? 0 }))
      .toSorted((one, other) => other.bytes - one.bytes);
    const sum = heaviestFirst.reduce((total, { bytes }) => total + bytes, 0);
    const told = [path, ...heaviestFirst.map(({ name, bytes }) => `${bytes} ${name}`)].join("\n");
    expect.soft(sum, told).toBeLessThanOrEqual(limit);
  };

  await expectWithin("/sign-in", SIGN_IN_LIMIT);
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  for (const [path, limit] of Object.entries(LIMITS)) await expectWithin(`/b/${slug}${path}`, limit);
});

/** Pages with long sentences, with buttons beside the title, and in a brand's own typefaces. */
const STEADY = ["/developers/events", "/activity", "/identity"];
/** Maximum layout shift, as scored by the browser. A good page stays below 0.1. */
const MOST_SHIFT = 0.01;

test("moves nothing on a page when its fonts arrive late", { tag: "@full" }, async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  let late = 0;
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() === "font") {
        await interactive(page);
        late += 1;
      }
      await route.continue();
    },
  );
  for (const width of [390, 1280])
    for (const path of STEADY) {
      late = 0;
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/b/${slug}${path}`);
      await fetchedAll(page);
      expect(late).toBeGreaterThan(1);
      const shift = await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: "layout-shift", buffered: true });
        return observer.takeRecords().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
      });
      expect.soft(shift, `${path} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    }
});
