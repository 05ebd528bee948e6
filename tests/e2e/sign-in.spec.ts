import { interactive } from "./support/keyboard";
import { expect, test } from "./support/test";

test("signs in with email and password, and out again", async ({ page, people, expectAccessible, screens }) => {
  const { email, password } = people.several;
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Every brand in one place" })).toBeVisible();
  const [shown, other] = await page.getByRole("region", { name: "Demo brands" }).getByRole("radio").all();
  await shown?.check({ force: true });
  await expect(page.getByRole("link", { name: "Open the brand page of Slow Ferry Coffee" })).toBeVisible();
  await other?.check({ force: true });
  await expect(page.getByRole("link", { name: "Open the brand page of Torvane Instruments" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the brand page of Slow Ferry Coffee" })).toBeHidden();
  await expectAccessible(page);
  await screens(page, "landing");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expectAccessible(page);
  await screens(page, "sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Brands" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "gallery");
  await interactive(page);
  const last = page.getByRole("main").getByRole("listitem").last().getByRole("link");
  const opened = await last.getAttribute("href");
  await last.click();
  await expect(page).toHaveURL(opened ?? "");
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.endsWith("session-token"));
  expect(session).toMatchObject({ httpOnly: true, domain: "localhost", sameSite: "Lax" });
  expect(cookies.find(({ name }) => name === "hub_active_brand")).toMatchObject({
    httpOnly: false,
    value: opened?.slice("/b/".length),
  });

  const bearer = { authorization: `Bearer ${session?.value}` };
  expect((await page.request.get("/api/public/brands/me", { headers: bearer })).status()).toBe(200);
  await interactive(page);
  await page.getByRole("button", { name: new RegExp(email) }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  const left = (await page.context().cookies()).map(({ name }) => name);
  expect(left.some((name) => name.endsWith("session-token") || /^hub[_-](active|recents)/.test(name))).toBe(false);
  expect((await page.request.get("/api/public/brands/me", { headers: bearer })).status()).toBe(401);
});

test("keeps the email after a wrong password, and never redirects to another site", async ({ page, people, allow }) => {
  allow(/401 POST .*callback\/credentials/);
  const { email, password } = people.several;
  await page.goto("/sign-in?callbackUrl=https://evil.example/");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Brands" })).toBeVisible();
});
