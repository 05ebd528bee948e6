import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test";

test("marks findings in a text, fixes them one by one and together, and takes a file", async ({
  page,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  const document = JSON.parse(await readFile("db/demo/slow-ferry/brand.json", "utf8"));
  const slug = await makeBrand(page, "Slow Ferry Coffee", document);
  await page.goto(`/b/${slug}/check`);
  const content = page.getByLabel("Content", { exact: true });
  const findings = page.getByRole("region", { name: "Findings" });
  const submit = page.getByRole("button", { name: "Check content" });
  await expect(submit).toHaveAttribute("aria-disabled", "true");

  await content.fill("Our artisanal journey, shipped out by subscription plan.");
  await submit.click();
  await expect(findings.getByRole("heading", { name: "4 findings" })).toBeVisible();
  await expect(page.locator("mark")).toHaveText(["artisanal", "journey", "shipped out", "subscription plan"]);
  await expectAccessible(page);
  await screens(page, "check");

  await findings.getByRole("button", { name: "Select text" }).first().click();
  const selected = () =>
    content.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(await selected()).toBe("artisanal");

  await findings.getByRole("button", { name: "Apply fix" }).first().click();
  await expect(content).toHaveValue("Our artisanal crossing, shipped out by subscription plan.");
  await expect(findings.getByRole("heading", { name: "3 findings" })).toBeVisible();
  await findings.getByRole("button", { name: "Apply all 2 fixes" }).click();
  await expect(content).toHaveValue("Our artisanal crossing, posted by standing order.");
  await expect(findings.getByRole("heading", { name: "1 finding", exact: true })).toBeVisible();

  await content.fill("Our crossing");
  await expect(findings.getByText("No findings yet")).toBeVisible();
  await submit.click();
  await expect(findings.getByRole("heading", { name: "No findings", exact: true })).toBeVisible();

  const css = { name: "site.CSS", mimeType: "text/css", buffer: Buffer.from("p {\r\n color: #ff00ff }") };
  await page.getByLabel("Choose file").setInputFiles(css);
  await expect(content).toHaveValue("p {\n color: #ff00ff }");
  await submit.click();
  await expect(page.locator("mark")).toHaveText(["#ff00ff"]);
  await findings.getByRole("button", { name: "Select text" }).click();
  expect(await selected()).toBe("#ff00ff");

  await page
    .getByLabel("Choose file")
    .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(page.getByText("Choose a text, Markdown, HTML, CSS or SVG file.")).toBeVisible();
});
