import { registerTool } from "./support/registry";
import { expect, test } from "./support/test";

/** Every administration page and download. */
const PAGES = [
  ...["", "/activity", "/activity/export", "/brands", "/brands/slow-ferry", "/entitlements", "/people"],
  ...["/requests", "/sign-in", "/tools", "/tools/new", "/tools/brand-studio"],
];

test("is only there for hub administrators", async ({ page, people, signIn, expectAccessible }) => {
  await signIn(people.several);
  for (const path of PAGES) expect((await page.request.get(`/admin${path}`)).status(), path).toBe(404);
  await signIn(people.hubAdmin);
  for (const path of PAGES) expect((await page.request.get(`/admin${path}`)).status(), path).toBe(200);
  await page.goto("/");
  await page.getByRole("navigation", { name: "Hub" }).getByRole("link", { name: "Admin" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("shows health and matters that need attention, and links to each area", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  await registerTool(page, "Silent Press", "http://localhost:4100/webhooks/hub", { secretless: true });
  await page.getByRole("navigation", { name: "Hub" }).getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Brand Identity Hub \d+\.\d+\.\d+/);
  const row = page.getByRole("row").filter({ hasText: "Silent Press" }).first();
  await expect(row).toContainText("No signing secret");
  await expect(row).toContainText("None sent");
  const attention = page.getByRole("region", { name: "Needs attention" }).or(page.getByText("Needs attention"));
  await expect(attention.first()).toBeVisible();
  await expect(page.getByText("Silent Press: The hub has no signing secret").first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "admin-overview");

  for (const [area, heading] of [
    ["Tools", "Tools"],
    ["Brands", "Brands"],
    ["People", "People"],
    ["Sign-in policy", "Sign-in policy"],
  ] as const) {
    await page.goto("/admin");
    await page.getByRole("main").getByRole("list").getByRole("link", { name: area, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("opens on a phone", { tag: "@full" }, async ({ page, people, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(people.hubAdmin);
  await page.goto("/account");
  await page.getByRole("button", { name: "Pages and account" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Brands" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Brands" })).toBeVisible();
});
