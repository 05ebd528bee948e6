import { registerTool } from "./support/registry";
import { expect, test } from "./support/test";

test("is there for hub administrators alone", async ({ page, people, signIn, allow }) => {
  allow(/^404 GET .*\/admin/);
  await signIn(people.several);
  for (const path of ["/admin/tools", "/admin/tools/new", "/admin/tools/brand-studio", "/admin/entitlements"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});

test("registers a tool, names the secrets to set, and edits it", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools");
  await expect(page.getByRole("row").filter({ hasText: "brand-studio" })).toContainText("Set");
  await expectAccessible(page);
  await screens(page, "admin-tools");
  await page.getByRole("link", { name: "Register a tool" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Night Press");
  const slugField = page.getByRole("textbox", { name: "Slug" });
  await slugField.fill("Night Press");
  await page.getByRole("button", { name: "Register the tool" }).click();
  await expect(slugField).toHaveAccessibleDescription(/lower-case words/);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Night Press");
  await expectAccessible(page);
  await screens(page, "admin-register");

  const slug = await registerTool(page, "Night Press");
  const form = slug.toUpperCase().replaceAll("-", "_");
  await expect(page.getByRole("main")).toContainText(`CORE_CHILD_APP_TOKEN__${form}`);
  await expect(page.getByRole("main")).toContainText(`CHILD_WEBHOOK_SECRET__${form}`);
  await expect(page.getByText("Not set")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Status" }).selectOption("disabled");
  await expect(page.getByRole("main")).toContainText("What disabling does");
  await expectAccessible(page);
  await screens(page, "admin-tool");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("disabled");
});

test("finds a brand in the grid by its name", async ({ page, people, signIn }) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/entitlements");
  await page.getByRole("searchbox", { name: "Search brands" }).fill("torvane");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search brands" }).fill("no such brand at all");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^No brand matches/ })).toBeVisible();
});
