import { startChild } from "./support/child";
import { setConnectUrl } from "./support/registry";
import { switchBrand } from "./support/switcher";
import { expect, test } from "./support/test";
import { runTick, setWebhookUrl } from "./support/webhooks";

let child: Awaited<ReturnType<typeof startChild>>;
test.beforeAll(async ({ hub }) => {
  child = await startChild(hub);
});
test.afterAll(() => child.stop());

test("a running tool learns of a change by a verified webhook, and turns when the brand changes", async ({
  page,
  context,
  visitor,
  people,
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
  const admin = await visitor(people.hubAdmin);
  await setConnectUrl(admin, "brand-studio", `${child.url}/hub/callback`);
  const [tool_slug, webhook_url] = ["brand-studio", `${child.url}/webhooks/hub`];
  await setWebhookUrl(page, credentials, { brand_id: first.id, tool_slug, webhook_url });

  // The hand-off: from the tool through the hub and back, with no token in any URL.
  const urls: string[] = [];
  const tool = await context.newPage();
  await switchBrand(page, first.slug);
  tool.on("framenavigated", (frame) => urls.push(frame.url()));
  await tool.goto(child.url);
  await tool
    .getByRole("link", { name: /connect|sign in/i })
    .first()
    .click();
  await expect(tool.locator(`body[data-brand="${first.id}"]`)).toBeVisible();
  expect(urls.some((url) => /token=|eyJ/.test(url))).toBe(false);
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
  await runTick(page, credentials);
  await expect(tool.locator(`body[data-version="${before + 1}"]`)).toBeVisible();
  await expect(tool.locator("body")).toContainText(tagline);
  await screens(tool, "child-tool");
  await expectAccessible(tool);

  // Switching the brand in the hub turns the tool, by way of the cookie.
  if (second) {
    await switchBrand(page, second.slug);
    await expect(tool.locator(`body[data-brand="${second.id}"]`)).toBeVisible();
  }
  await setConnectUrl(admin, tool_slug, "http://localhost:4100/hub/callback");
});
