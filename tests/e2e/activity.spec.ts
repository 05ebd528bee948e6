import { chooseFilter } from "./support/filters";
import { freshEmail, inviteTo } from "./support/invitation";
import { expect, test } from "./support/test";

test("logs who did what and finds it by kind, words and day", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
  mails,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  const email = freshEmail();
  await inviteTo(page, mails, { slug, email, role: "Viewer" });
  await page.goto(`/b/${slug}/activity`);
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText(`invited ${email}`);
  await row.getByText("1 field").click();
  await expect(row).toContainText("viewer");
  await expectAccessible(page);
  await screens(page, "activity");

  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=newcomer/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await chooseFilter(page.getByRole("search", { name: "Filter activity" }), "Type", "API keys");
  await expect(page.getByRole("heading", { name: "No matching activity" })).toBeVisible();
  await page.goto(`/b/${slug}/activity?until=2000-01-01`);
  await expect(page.getByRole("heading", { name: "No matching activity" })).toBeVisible();
});

test("exports the filtered log as CSV", { tag: "@full" }, async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await page.goto(`/b/${slug}/activity?kind=brand.`);
  const link = page.getByRole("link", { name: "Download CSV" });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const [, ...lines] = (await answer.text()).trim().split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain("brand.");
});
