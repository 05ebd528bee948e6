import { readFile } from "node:fs/promises";
import { draftSaved } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";

test("shows the draft in use, in light and dark, with downloads in three formats", {
  tag: "@full",
}, async ({ page, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const document = JSON.parse(await readFile("db/demo/hullabarn/brand.json", "utf8"));
  const slug = await makeBrand(page, "Lathe", document);
  await page.goto(`/b/${slug}/in-use`);
  const header = page.getByRole("img", { name: "Lathe: web header" });
  const isDrawn = () => header.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1440);
  await expect.poll(isDrawn).toBe(true);
  const before = await header.getAttribute("src");
  await expect(page.getByRole("img", { name: /^Lathe: / })).toHaveCount(8);
  await expectAccessible(page);
  await screens(page, "in-use");

  for (const [format, magic] of [
    ["SVG", "<svg"],
    ["PDF", "%PDF"],
    ["PNG", "\x89PNG"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole(format === "PNG" ? "button" : "link", { name: `${format} of Business card` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${slug}-business-card-light.${format.toLowerCase()}`);
    expect((await readFile(await file.path())).toString("latin1").startsWith(magic)).toBe(true);
  }

  await page.getByRole("link", { name: "Dark" }).click();
  await expect(header).toHaveAttribute("src", /web-header-dark\.svg/);
  await expect.poll(isDrawn).toBe(true);

  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Turned by hand");
  await draftSaved(page);
  await page.goto(`/b/${slug}/in-use`);
  expect(await header.getAttribute("src")).not.toBe(before);
  await expect.poll(isDrawn).toBe(true);
});

test("fills in the email signature, copies it with formatting and downloads it", async ({
  page,
  context,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(newcomer);
  const document = JSON.parse(await readFile("db/demo/hullabarn/brand.json", "utf8"));
  const slug = await makeBrand(page, "Lathe", document);
  const path = `/b/${slug}/in-use`;
  await page.goto(path);
  await page.getByRole("button", { name: "Use in your email" }).click();
  const dialog = page.getByRole("dialog", { name: "Use in your email" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`${path}?dialog=signature`);

  const name = dialog.getByRole("textbox", { name: "Name", exact: true });
  await expect(name).not.toHaveValue("");
  await expect(dialog.getByRole("textbox", { name: /^Email/ })).toHaveValue(newcomer.email);
  await name.fill("Mara <b>Lind</b>");
  await dialog.getByRole("textbox", { name: /^Role/ }).fill("Turner & finisher");
  const frame = dialog.getByTitle("Preview of your signature");
  const preview = frame.contentFrame();
  await expect(preview.getByText("Mara <b>Lind</b>", { exact: true })).toBeVisible();
  await expect(preview.getByText("Turner & finisher", { exact: true })).toBeVisible();
  await expect(preview.getByText("Lathe", { exact: true })).toBeVisible();
  await expect(dialog.getByText("To include the logo, turn on the public page.")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "signature", { part: "view" });
  await dialog.getByRole("radio", { name: "Dark email" }).check();
  await expect(preview.locator("body")).toHaveCSS("background-color", "rgb(27, 27, 31)");

  await dialog.getByRole("button", { name: "Copy signature" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Copied. Paste it" })).toBeAttached();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const textOf = async (type: string) => (await item?.getType(type))?.text();
    return { html: await textOf("text/html"), text: await textOf("text/plain") };
  });
  expect(copied.html).toContain("Mara &lt;b&gt;Lind&lt;/b&gt;");
  expect(copied.html).toContain("<table");
  expect(copied.text).toContain("Mara <b>Lind</b>\nTurner & finisher\nLathe\n");

  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download HTML" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${slug}-signature.html`);
  const saved = await readFile(await file.path(), "utf8");
  expect(saved).toMatch(/^<!doctype html>/);
  expect(saved).toContain("Turner &amp; finisher");

  await name.fill("");
  await expect(dialog.getByText("Enter your name.").first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy signature" })).toHaveAttribute("aria-disabled", "true");

  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(path);
});
