import type { Page } from "@playwright/test";
import { runInShell } from "./support/shell";
import { expect, signInAnew, test } from "./support/test";

const labOf = (slug: string) => `/b/${slug}/developers/federation`;

async function mint(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Mint/ }).click();
  await expect(page.getByRole("timer", { name: "Time left" })).toBeAttached();
  return (await page.getByRole("region", { name: "Federation token" }).innerText()).trim();
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));

test("mints a token, decodes its claims and exchanges it, without the token in a URL", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug, id } = people.withRole("owner");
  await signIn(person);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.goto(labOf(slug));
  await expect(page.getByRole("button", { name: "Exchange token" })).toHaveCount(0);
  await screens(page, "developers-federation-start");

  const token = await mint(page);
  const claims = claimsOf(token);
  expect(claims).toMatchObject({ aud: "hub-federation", brand_id: id, role: "owner", exp: claims.iat + 300 });
  const table = page.getByRole("table", { name: "Decoded claims" });
  await expect(table.getByRole("row")).toHaveCount(1 + Object.keys(claims).length);
  for (const [name, value] of Object.entries(claims)) {
    await expect(table.getByRole("row", { name: new RegExp(`^${name} `) })).toContainText(String(value));
  }
  await expect(table.getByRole("row", { name: /^exp / })).toContainText(new Date(claims.exp * 1000).toISOString());
  expect(JSON.parse(await page.getByRole("region", { name: "Decoded header" }).innerText())).toMatchObject({
    alg: "HS256",
    typ: "hub-federation+jwt",
  });

  await page.getByRole("button", { name: "Exchange token" }).click();
  const answer = page.getByRole("region", { name: "200 OK" });
  await expect(page.getByRole("status").filter({ hasText: "Response: 200 OK" })).toBeAttached();
  const user = JSON.parse(await answer.innerText());
  expect(user).toMatchObject({ user_id: claims.sub, brand_id: id, role: "owner" });
  expect(user.entitlements).toContain("brand-studio");
  expect(JSON.parse(runInShell(await page.getByRole("region", { name: "curl example" }).innerText()))).toEqual(user);
  await expectAccessible(page);
  await screens(page, "developers-federation");

  await page.getByRole("button", { name: "Mint new token" }).click();
  await expect(answer).toBeHidden();
  await expect(page.getByRole("region", { name: "Federation token" })).not.toContainText(token);
  expect(urls.filter((url) => url.includes(token.slice(0, 20)))).toEqual([]);
});

test("counts the token down, announces only the last minute and the end, and offers a new one", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await page.clock.install();
  await page.goto(labOf(slug));
  await mint(page);
  const timer = page.getByRole("timer", { name: "Time left" });
  const said = async () => (await page.getByRole("status").allTextContents()).filter(Boolean);
  const before = ["Token minted"];
  await expect.poll(said).toEqual(before);
  await page.clock.runFor(30_000);
  await expect(timer).toHaveText(/^4:(2|3)\d of 5:00$/);
  expect(await said()).toEqual(before);
  await page.clock.runFor(215_000);
  await expect(timer).toHaveText(/^0:(4|5)\d of 5:00$/);
  expect(await said()).toEqual([...before, "Token expires in less than a minute"]);
  await page.clock.runFor(60_000);
  await expect(timer).toBeHidden();
  expect(await said()).toEqual([...before, "Token expired"]);
  await expect(page.getByRole("main")).toContainText("The hub now rejects this token with 401.");
  await expectAccessible(page);
  await screens(page, "developers-federation-expired");
  await mint(page);
  await expect(timer).toHaveText(/^(5:00|4:5\d) of 5:00$/);
});

test("shows the 401 that a tool gets after the session has ended", { tag: "@full" }, async ({
  page,
  context,
  people,
  allow,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signInAnew(context, person);
  await page.goto(labOf(slug));
  expect(claimsOf(await mint(page)).role).toBe("viewer");
  await expectAccessible(page);
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  await context.request.post("/api/auth/signout", { form: { csrfToken, json: "true" } });
  allow(/^401 POST .*\/federation\/exchange$/);
  await page.getByRole("button", { name: "Exchange token" }).click();
  const answer = page.getByRole("region", { name: "401 Unauthorized" });
  expect(JSON.parse(await answer.innerText())).toMatchObject({ error: { code: "unauthorized" } });
  await expectAccessible(page);
  await screens(page, "developers-federation-refused");
});
