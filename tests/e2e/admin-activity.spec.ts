import { chooseFilter } from "./support/filters";
import { registerTool } from "./support/registry";
import { expect, test } from "./support/test";

test("logs actions without a brand and finds them by kind, words and day", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  await registerTool(page, "Dawn Press");
  await page.goto("/admin/tools");
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { name: "Hub activity" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Hanna Berg registered the tool Dawn Press" });
  await expect(row.first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "admin-activity");

  await chooseFilter(page.getByRole("search", { name: "Filter activity" }), "Type", "Tools");
  await page.getByRole("searchbox", { name: "Search" }).fill("Dawn Press");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=Dawn/);
  await expect(row.first()).toBeVisible();
  const link = page.getByRole("link", { name: "Download CSV" });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const [, ...lines] = (await answer.text()).trim().split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain("tool.registered");

  await page.goto("/admin/activity?until=2000-01-01");
  await expect(page.getByRole("heading", { name: "No matching activity" })).toBeVisible();
});
