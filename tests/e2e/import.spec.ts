import { interactive } from "./support/keyboard";
import { expect, test } from "./support/test";

const PAGE = `<title>Alder Works</title><meta name="description" content="We mend things.">
<style>body{color:#0f766e;font-family:"Alder Grotesk"} a{color:#c2410c}</style>
<a class="logo"><svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#0f766e"/></svg></a>`;

test("starts a brand from what is chosen of a website's HTML and CSS", async ({
  page,
  newcomer,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  await page.goto("/new");
  await interactive(page);
  await page.getByRole("radio", { name: /^A website/ }).check();
  await page.getByLabel("HTML of the page").fill(PAGE);
  await page.getByLabel("CSS of the page").fill("h1{color:#c2410c}");
  await page.getByRole("button", { name: "Look through it" }).click();
  const brown = page.getByRole("checkbox", { name: /#c2410c/ });
  await expect(brown).not.toBeChecked();
  await brown.check();
  await page.getByLabel("Primary colour").selectOption("#c2410c");
  await page.getByLabel("Typeface for headings").selectOption("Alder Grotesk");
  await page.getByRole("radio", { name: "Drawing 1" }).check();
  await expectAccessible(page);
  await screens(page, "new-website");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Alder Works");
  await page.getByRole("button", { name: "Create the brand" }).click();
  await page.waitForURL(/\/b\/alder-works/);
  await page.goto(`${page.url()}/palette`);
  await expect(page.getByText("#c2410c").first()).toBeVisible();
  await expect(page.getByText("#0f766e")).toHaveCount(0);
});

test("starts a brand from one that everybody knows, found by its name", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  await page.goto("/new");
  await interactive(page);
  await page.getByRole("radio", { name: /^A known brand/ }).check();
  await page.getByLabel("Search a brand").fill("github");
  await page.getByRole("radio", { name: /^GitHub #181717/ }).check();
  await expect(page.getByRole("region", { name: "The palette this gives" })).toContainText("Brand colour");
  await expectAccessible(page);
  await screens(page, "new-known");
  await page.getByRole("button", { name: "Create the brand" }).click();
  await page.waitForURL(/\/b\/github/);
  await page.goto(`${page.url()}/palette`);
  await expect(page.getByText("#181717").first()).toBeVisible();
});
