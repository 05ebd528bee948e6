import { CHILD_URL, startChild } from "./support/child";
import { switchBrand } from "./support/switcher";
import { expect, test } from "./support/test";

let child: { stop(): Promise<void> };
test.beforeAll(async () => {
  child = await startChild();
});
test.afterAll(() => child.stop());

test("a running tool learns of a change by a verified webhook, and turns when the brand changes", async ({
  page,
  context,
  signIn,
  credentials,
  screens,
  expectAccessible,
}) => {
  const person = await signIn();
  const [first, second] = person.brands.filter(({ id, role }) => {
    const studio = credentials.tools.find(({ slug }) => slug === "brand-studio");
    return studio?.entitled_brand_ids.includes(id) && role !== "viewer";
  });
  if (!first) throw new Error("the demo person has no brand that the tool is entitled for");
  const tick = () =>
    page.request.post("/api/public/v1/internal/dispatch-tick", {
      headers: { authorization: `Bearer ${credentials.dispatch_secret}` },
    });

  // The hand-off: from the tool through the hub and back, with no token in any address.
  const addresses: string[] = [];
  const tool = await context.newPage();
  await switchBrand(page, first.slug);
  tool.on("framenavigated", (frame) => addresses.push(frame.url()));
  await tool.goto(CHILD_URL);
  await tool
    .getByRole("link", { name: /connect|sign in/i })
    .first()
    .click();
  await expect(tool.locator(`body[data-brand="${first.id}"]`)).toBeVisible();
  expect(addresses.some((address) => /token=|eyJ/.test(address))).toBe(false);
  const before = Number(await tool.locator("body").getAttribute("data-version"));

  // Edit, review, publish.
  // One word: against the tagline of an earlier run, the review marks words.
  const tagline = `Mended${Date.now().toString(36)}`;
  await page.goto(`/b/${first.slug}/identity`);
  await page.getByLabel("Tagline", { exact: true }).fill(tagline);
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByRole("dialog")).toContainText(tagline);
  await page.getByRole("button", { name: `Publish version ${before + 1}` }).click();
  await expect(page.getByText(`Version ${before + 1} is live.`).first()).toBeVisible();

  // The tick delivers; the tool verifies, goes stale, fetches, and its open page turns.
  expect((await tick()).status()).toBe(200);
  await expect(tool.locator(`body[data-version="${before + 1}"]`)).toBeVisible();
  await expect(tool.locator("body")).toContainText(tagline);
  await screens(tool, "child-tool");
  await expectAccessible(tool);

  // Switching the brand in the hub turns the tool, by way of the cookie.
  if (second) {
    await switchBrand(page, second.slug);
    await expect(tool.locator(`body[data-brand="${second.id}"]`)).toBeVisible();
  }
});
