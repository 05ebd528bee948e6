import { expect, test } from "./support/test";

const PAGE = `<title>Alder Works</title><meta name="description" content="We mend things.">
<style>body{color:#0f766e;font-family:"Alder Grotesk"} a{color:#c2410c}</style>
<a class="logo"><svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#0f766e"/></svg></a>`;

test("starts a brand from parts of a website's HTML and CSS", async ({
  page,
  newcomer,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  await page.goto("/new");
  await page.getByRole("radio", { name: /^Website/ }).check();
  await expect(page.getByLabel("Web address")).toBeVisible();
  await page.getByRole("button", { name: "Paste HTML instead" }).click();
  await page.getByRole("textbox", { name: "HTML" }).fill(PAGE);
  await page.getByRole("textbox", { name: "CSS" }).fill("h1{color:#c2410c}");
  await page.getByRole("button", { name: "Read website" }).click();
  const brown = page.getByRole("checkbox", { name: /#c2410c/ });
  await expect(brown).not.toBeChecked();
  await brown.check();
  await page.getByLabel("Primary colour").selectOption("#c2410c");
  await page.getByLabel("Heading typeface").selectOption("Alder Grotesk");
  await page.getByRole("radio", { name: "Logo 1" }).check();
  await expectAccessible(page);
  await screens(page, "new-website");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Alder Works");
  await page.getByRole("button", { name: "Create brand" }).click();
  await page.waitForURL(/\/b\/alder-works/);
  await page.goto(`${page.url()}/palette`);
  await expect(page.getByText("#c2410c").first()).toBeVisible();
  await expect(page.getByText("#0f766e")).toHaveCount(0);
});

test("starts a brand from a known brand, found by name", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  await page.goto("/new");
  await page.getByRole("radio", { name: /^Known brand/ }).check();
  await page.getByLabel("Search brands").fill("github");
  await page.getByRole("radio", { name: /^GitHub #181717/ }).check();
  await expect(page.getByRole("region", { name: "Palette preview" })).toContainText("Brand colour");
  await expectAccessible(page);
  await screens(page, "new-known");
  await page.getByRole("button", { name: "Create brand" }).click();
  await page.waitForURL(/\/b\/github/);
  await page.goto(`${page.url()}/palette`);
  await expect(page.getByText("#181717").first()).toBeVisible();
});
