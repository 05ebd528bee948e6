import { expect, test } from "./support/test";

test.use({ timezoneId: "Asia/Kolkata" });

test("times are in the reader's zone with UTC in the title, and nothing shifts when they load", async ({
  page,
  brand,
  signIn,
  allow,
}) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  // Without web fonts, because replacing the system font shifts text, too.
  await page.route(/\.woff2$/, (route) => route.abort());
  allow(/ GET .*\.woff2$/);
  // Layout shifts of the whole page since its first paint.
  await page.addInitScript(() => {
    const shifts = { moved: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`/b/${slug}/members`);
  const joined = page.locator("td time").first();
  const moment = new Date((await joined.getAttribute("datetime")) ?? "");
  const format = (timeZone: string, withTime: boolean) =>
    new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      ...(withTime ? { timeStyle: "medium" as const } : {}),
      timeZone,
    }).format(moment);
  await expect(joined).toHaveText(format("Asia/Kolkata", false));
  await expect(joined).toHaveAttribute(
    "title",
    // Browsers have several names for one zone.
    `${format("UTC", true)} UTC; ${format("Asia/Kolkata", true)} in ${await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)}`,
  );
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: { moved: number } }).shifts.moved)).toBeLessThan(
    0.01,
  );

  await page.goto(`/b/${slug}/activity`);
  await expect(page.locator("td time").first()).toHaveAttribute("title", /UTC; .* in Asia\//);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a time states that it is in UTC", { tag: "@full" }, async ({ page, brand, signIn, allow }) => {
    // Scripts that the browser was told to block.
    allow(/^csp GET .*\/_next\//);
    const { slug, owner } = brand("bare");
    await signIn(owner);
    await page.goto(`/b/${slug}/members`);
    const time = page.locator("td time").first();
    await expect(time).toHaveAttribute("title", /UTC$/);
    expect(await time.evaluate((element) => getComputedStyle(element, "::after").content)).toContain("UTC");
  });
});
