import { expect, test } from "./support/test";

test("finds a brand, archives and restores it, and notifies its owner", async ({
  page,
  visitor,
  people,
  brand,
  mails,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { name, slug, owner } = brand("bare");
  await signIn(people.hubAdmin);
  await page.goto("/admin/brands");
  await expectAccessible(page);
  await screens(page, "admin-brands");
  await page.getByRole("searchbox", { name: "Search" }).fill(slug);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: slug });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("Nia Newcomer");
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(owner.email);
  await expect(page.getByRole("progressbar", { name: "Storage" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "admin-brand");

  await page.getByRole("button", { name: "Archive" }).click();
  const question = page.getByRole("alertdialog", { name: `Archive ${name}?` });
  await screens(page, "admin-brand-archive", { part: "view" });
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText(`${name} archived`).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await mails.mailTo(owner.email, "was archived");

  const theirs = await visitor(owner);
  await theirs.goto("/archived");
  await expect(theirs.getByRole("row").filter({ hasText: slug })).toBeVisible();

  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText(`${name} restored`).first()).toBeVisible();
  await theirs.goto(`/b/${slug}/activity`);
  await expect(theirs.getByRole("main")).toContainText("Hanna Berg archived as a hub administrator");

  await page.goto("/admin/activity?kind=brand.");
  await expect(page.getByRole("row").filter({ hasText: slug }).first()).toContainText("as a hub administrator");
});

test("says that no brand matches and shows all again", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
}) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/brands?q=no-such-brand-anywhere&state=archived");
  await expect(page.getByRole("heading", { name: "No matching brands" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByRole("table", { name: "Brands" })).toBeVisible();
});
