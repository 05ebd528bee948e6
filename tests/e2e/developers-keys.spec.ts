import type { Page } from "@playwright/test";
import { pressUntilFocused } from "./support/keyboard";
import { FORM_OF_A_KEY, issueKey, revealNewKey, shownKey, statusWith, storeKey } from "./support/keys";
import { runInShell } from "./support/shell";
import { expect, test } from "./support/test";

const DAY_MS = 24 * 60 * 60 * 1000;
const dayText = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const inDays = (days: number) => dayText.format(Date.now() + days * DAY_MS);

const dialogOf = (page: Page) => page.getByRole("dialog");
const rowsOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const issueButton = (page: Page) => page.getByRole("button", { name: "Issue key" });

test.describe("for members who can manage the brand", () => {
  let own: Page;
  let slug: string;
  test.beforeEach(async ({ page, brand, signIn }) => {
    const minted = brand("bare");
    await signIn(minted.owner);
    [own, slug] = [page, minted.slug];
  });

  test("issues a key for 90 days that works as curl and .env until it is revoked by its name", async ({
    expectAccessible,
    screens,
  }) => {
    await own.goto(`/b/${slug}/developers/keys`);
    await expect(own.getByRole("heading", { name: "No active keys" })).toBeVisible();
    await screens(own, "keys-none");

    await issueButton(own).first().click();
    const dialog = dialogOf(own);
    await expect(dialog.getByLabel("Expires")).toHaveValue("90");
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Give the key a name/);
    await screens(own, "keys-issue", { part: "view" });
    await dialog.getByLabel("Name").fill("Website");
    await dialog.getByRole("button", { name: "Issue key" }).click();

    const key = await shownKey(own);
    const curl = await dialog.getByRole("region", { name: "curl example" }).innerText();
    const dotEnv = await dialog.getByRole("region", { name: ".env" }).innerText();
    expect(dotEnv).toContain(`BRAND_HUB_API_KEY=${key}`);
    await expect(dialog).toContainText(`Expires ${inDays(90)}`);
    await expectAccessible(own);
    await screens(own, "keys-reveal", { part: "view" });
    await storeKey(own);
    await expect(rowsOf(own, "Website").locator("[data-label='Last used']")).toHaveText("Never");

    const [body = "", status] = runInShell(`${curl} -w '\\n%{http_code}'`).split("\n");
    expect(status).toBe("200");
    expect(JSON.parse(body).brands).toMatchObject([{ slug }]);
    const byVariables = 'curl -s -H "Authorization: Bearer $BRAND_HUB_API_KEY" "$BRAND_HUB_URL/api/public/brands"';
    expect(JSON.parse(runInShell(`${dotEnv}\n${byVariables}`))).toEqual(JSON.parse(body));

    await own.reload();
    const row = rowsOf(own, "Website");
    await expect(row).toContainText(`${key.slice(0, 8)}…${key.slice(-4)}`);
    await expect(row).toContainText(inDays(90));
    await expect(row).toContainText("by Nia Newcomer");
    await expect(row.getByText("Active")).toBeVisible();
    await expect(row.locator("[data-label='Last used'] time")).toHaveText(/just now|ago/);
    await expectAccessible(own);
    await screens(own, "keys");

    await row.getByRole("button", { name: /^Revoke Website/ }).click();
    const question = own.getByRole("alertdialog");
    const revoke = question.getByRole("button", { name: "Revoke key" });
    await expect(revoke).toHaveAccessibleDescription("Type “Website”");
    await question.getByRole("textbox").fill("web");
    await question.getByRole("textbox").press("Enter");
    await expect(question).toBeVisible();
    expect(await statusWith(own, key)).toBe(200);
    await screens(own, "keys-revoke", { part: "view" });
    await question.getByRole("textbox").fill("Website");
    await revoke.click();
    await expect(own.getByText("“Website” revoked").first()).toBeVisible();
    expect(await statusWith(own, key)).toBe(401);
    await own.getByRole("link", { name: "Expired or revoked" }).click();
    await expect(row.getByText("Revoked")).toBeVisible();
    await expect(row.getByRole("button")).toHaveCount(0);
    await screens(own, "keys-ended");
  });

  test("accepts any future expiry date and rejects past ones", { tag: "@full" }, async () => {
    await own.goto(`/b/${slug}/developers/keys`);
    await issueButton(own).first().click();
    const dialog = dialogOf(own);
    await dialog.getByLabel("Name").fill("For ever");
    await dialog.getByLabel("Expires").selectOption("never");
    await expect(dialog.getByLabel("Expires")).toHaveAccessibleDescription(/Prefer an expiry date/);
    await dialog.getByLabel("Expires").selectOption("date");
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await expect(dialog.getByLabel("Expiry date")).toHaveAccessibleDescription(/Choose the day/);
    await dialog.getByLabel("Expiry date").fill("2020-01-31");
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await expect(dialog.getByText("Choose an expiry in the future, or none.")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("For ever");
    await dialog.getByLabel("Expires").selectOption("never");
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await shownKey(own);
    await storeKey(own);
    await expect(rowsOf(own, "For ever").locator("[data-label=Expires]")).toHaveText("Never");
  });

  test("issues a key with chosen permissions that the API enforces and a rotation keeps", { tag: "@full" }, async ({
    expectAccessible,
    screens,
    allow,
  }) => {
    allow(/^40[13] GET .*\/api\/public\/brand/);
    const identityWith = async (key: string) => {
      const answer = await own.request.get("/api/public/brand/me", { headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status(), body: await answer.json() };
    };
    const ordinary = await issueKey(own, slug, "Ordinary");
    await expect(rowsOf(own, "Ordinary").locator("[data-label=Permissions]")).toHaveText("brands:readidentity:read");
    expect((await identityWith(ordinary)).status).toBe(200);
    await issueButton(own).first().click();
    await dialogOf(own).getByLabel("Name").fill("Sender");
    await dialogOf(own).getByRole("checkbox", { name: "Read the brand's identity" }).uncheck();
    await dialogOf(own).getByRole("button", { name: "Issue key" }).click();
    const sender = await shownKey(own);
    await storeKey(own);
    expect(await identityWith(sender)).toMatchObject({
      status: 401,
      body: { error: { message: "This API key was issued without the scope identity:read." } },
    });

    await issueButton(own).first().click();
    const dialog = dialogOf(own);
    await expect(dialog.getByRole("checkbox", { name: "Read the brand and the list of tools" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Send events" })).not.toBeChecked();
    await dialog.getByLabel("Name").fill("Reader");
    await dialog.getByRole("checkbox", { name: "Read the brand and the list of tools" }).uncheck();
    await dialog.getByRole("checkbox", { name: "Read the brand's identity" }).uncheck();
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await expect(dialog.getByRole("group", { name: "Permissions" })).toContainText("at least one permission");
    await expectAccessible(own);
    await screens(own, "keys-scopes", { part: "view" });
    await dialog.getByRole("checkbox", { name: "Read the brand's identity" }).check();
    await dialog.getByRole("button", { name: "Issue key" }).click();
    const key = await shownKey(own);
    const curl = await dialog.getByRole("region", { name: "curl example" }).innerText();
    await storeKey(own);
    expect(JSON.parse(runInShell(curl))).toMatchObject({ brand: { slug } });
    expect(await statusWith(own, key)).toBe(403);
    await expect(rowsOf(own, "Reader").locator("[data-label=Permissions]")).toHaveText("identity:read");

    await rowsOf(own, "Reader")
      .getByRole("button", { name: /^Rotate Reader/ })
      .click();
    await dialogOf(own).getByRole("button", { name: "Rotate key" }).click();
    const next = await shownKey(own);
    await storeKey(own);
    expect([(await identityWith(next)).status, await statusWith(own, next)]).toEqual([200, 403]);
  });

  test("warns 14 days before a key expires, until it is rotated", { tag: "@full" }, async ({
    expectAccessible,
    screens,
  }) => {
    await own.goto(`/b/${slug}/developers/keys`);
    await issueButton(own).first().click();
    await dialogOf(own).getByLabel("Name").fill("Short");
    await dialogOf(own).getByLabel("Expires").selectOption("date");
    await dialogOf(own)
      .getByLabel("Expiry date")
      .fill(new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10));
    await dialogOf(own).getByRole("button", { name: "Issue key" }).click();
    await storeKey(own);
    await own.reload();
    const warning = own.getByText("1 key expires within 14 days");
    await expect(warning).toBeVisible();
    await expect(own.getByText(`“Short” expires on ${inDays(6)}`)).toBeVisible();
    await expectAccessible(own);
    await screens(own, "keys-ending");
    await own.getByRole("button", { name: /^Rotate Short/ }).click();
    await dialogOf(own).getByRole("radio", { name: "7 days" }).check();
    await dialogOf(own).getByRole("button", { name: "Rotate key" }).click();
    await storeKey(own);
    // Its successor has the same lifetime, so the warning stays.
    await expect(warning).toBeVisible();
    await expect(rowsOf(own, "Short").getByText("Being replaced", { exact: true })).toBeVisible();
  });

  test("sets a key's request limits within the ceiling and resets them", { tag: "@full" }, async ({
    expectAccessible,
    screens,
  }) => {
    const key = await issueKey(own, slug, "Shop");
    const policyOf = async () => {
      const answer = await own.request.get("/api/public/brands", { headers: { authorization: `Bearer ${key}` } });
      return answer.headers()["ratelimit-policy"];
    };
    const budget = rowsOf(own, "Shop").locator("[data-label=Limits]");
    const opener = own.getByRole("button", { name: /^Set limits of Shop / });
    await expect(budget).toHaveText("60 a minute, 2 at a time");
    await opener.click();
    const dialog = dialogOf(own);
    await dialog.getByLabel("Requests per minute").fill("601");
    await dialog.getByRole("button", { name: "Save limits" }).click();
    await expect(dialog.getByLabel("Requests per minute")).toHaveAccessibleDescription(/from 1 to 600/);
    await expectAccessible(own);
    await screens(own, "keys-budget", { part: "view" });
    await dialog.getByLabel("Requests per minute").fill("240");
    await dialog.getByLabel("Concurrent requests").fill("4");
    await dialog.getByRole("button", { name: "Save limits" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(budget).toHaveText("240 a minute, 4 at a time");
    expect(await policyOf()).toBe('"default";q=240;w=60');
    await expectAccessible(own);
    await screens(own, "keys-budget-set");

    await own.goto(`/b/${slug}/activity`);
    await expect(own.getByRole("row").filter({ hasText: "changed the request budget of the API key" })).toHaveCount(1);
    await own.goto(`/b/${slug}/developers/keys`);
    await opener.click();
    await expect(dialog.getByLabel("Requests per minute")).toHaveValue("240");
    await dialog.getByLabel("Requests per minute").fill("");
    await dialog.getByRole("button", { name: "Save limits" }).click();
    await expect(budget).toHaveText("60 a minute, 4 at a time");
    expect(await policyOf()).toBe('"default";q=60;w=60');
  });

  test("shows a key until its button is pressed, and never again", {
    tag: "@full",
  }, async () => {
    const path = `/b/${slug}/developers/keys`;
    await own.goto(`/b/${slug}`);
    await own.getByRole("link", { name: "Developers" }).click();
    const key = await revealNewKey(own, slug, "Once");
    const second = await own.context().newPage();
    await second.goto(path);
    await expect(rowsOf(second, "Once")).toHaveCount(1);
    expect(await second.content()).not.toContain(key);

    const stillShown = async () => {
      await expect(own).toHaveURL(path);
      expect(await shownKey(own)).toBe(key);
    };
    await own.keyboard.press("Escape");
    await stillShown();
    await own.mouse.click(5, 5);
    await stillShown();
    await expect(dialogOf(own).getByRole("button", { name: "Close" })).toHaveCount(0);
    for (let times = 0; times < 3; times += 1) {
      await own.evaluate(() => window.history.back());
      await stillShown();
    }
    for (const leave of [() => window.location.reload(), () => window.location.assign("/")]) {
      const asked = own.waitForEvent("dialog");
      const leaving = own.evaluate(leave);
      const question = await asked;
      expect(question.type()).toBe("beforeunload");
      await question.dismiss();
      await leaving;
      await stillShown();
    }

    await storeKey(own);
    const isNowhere = async (page: Page) => {
      await expect(rowsOf(page, "Once")).toHaveCount(1);
      expect(await page.content()).not.toContain(key);
      const kept = await page.evaluate(() =>
        JSON.stringify([window.history.state, { ...sessionStorage }, { ...localStorage }, document.cookie]),
      );
      expect(kept).not.toContain(key);
      expect(kept).not.toMatch(/bih_/);
    };
    await isNowhere(own);
    await own.reload();
    await isNowhere(own);
    await own.goto(`/b/${slug}`);
    await own.goBack();
    await isNowhere(own);
    await second.reload();
    await isNowhere(second);
    for (const rsc of ["0", "1"]) {
      expect(await (await own.request.get(path, { headers: { rsc } })).text()).not.toMatch(FORM_OF_A_KEY);
    }
    expect(await statusWith(own, key)).toBe(200);
  });

  test("hides the key on a page that was left", { tag: "@full" }, async () => {
    const key = await revealNewKey(own, slug, "Left");
    own.once("dialog", (question) => question.accept());
    // What the browser does before it caches the page for Back.
    await own.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await expect(dialogOf(own)).toContainText("You can only see a key once");
    expect(await own.content()).not.toContain(key);
    await dialogOf(own).getByRole("button", { name: "Close" }).click();
    await expect(dialogOf(own)).toHaveCount(0);
  });

  test("keeps both keys active during an overlap, and ends the old key at once without one", {
    tag: "@full",
  }, async ({ expectAccessible, screens }) => {
    const first = await issueKey(own, slug, "Build server");
    await rowsOf(own, "Build server")
      .getByRole("button", { name: /^Rotate Build server/ })
      .click();
    await expect(dialogOf(own).getByRole("radio", { name: "24 hours" })).toBeChecked();
    await expectAccessible(own);
    await screens(own, "keys-rotate", { part: "view" });
    await dialogOf(own).getByRole("radio", { name: "7 days" }).check();
    await dialogOf(own).getByRole("button", { name: "Rotate key" }).click();
    const next = await shownKey(own);
    expect(next).not.toBe(first);
    await expect(dialogOf(own)).toContainText(`The previous key works until ${inDays(7)}`);
    await storeKey(own);
    expect([await statusWith(own, first), await statusWith(own, next)]).toEqual([200, 200]);

    const oldRow = own.getByRole("row").filter({ hasText: first.slice(-4) });
    const newRow = own.getByRole("row").filter({ hasText: next.slice(-4) });
    await expect(oldRow.getByText("Being replaced", { exact: true })).toBeVisible();
    await expect(oldRow.locator("[data-label=Expires]")).toHaveText(inDays(7));
    await expect(newRow.locator("[data-label=Expires]")).toHaveText(inDays(90));
    await expect(oldRow.getByRole("button", { name: /^Rotate/ })).toHaveAccessibleDescription(/already being replaced/);
    await expectAccessible(own);
    await screens(own, "keys-overlap");

    await newRow.getByRole("button", { name: /^Rotate/ }).click();
    await dialogOf(own).getByRole("radio", { name: "No overlap" }).check();
    await dialogOf(own).getByRole("button", { name: "Rotate key" }).click();
    const last = await shownKey(own);
    await storeKey(own);
    expect([await statusWith(own, first), await statusWith(own, next), await statusWith(own, last)]).toEqual([
      200, 401, 200,
    ]);
    await own.getByRole("link", { name: "Expired or revoked" }).click();
    await expect(
      own
        .getByRole("row")
        .filter({ hasText: next.slice(-4) })
        .getByText("Expired"),
    ).toBeVisible();
  });

  test("finds a key by name, creator and last four characters", { tag: "@full" }, async () => {
    const website = await issueKey(own, slug, "Website");
    const newsletter = await issueKey(own, slug, "Newsletter");
    const search = own.getByRole("searchbox", { name: "Search keys" });
    const find = async (text: string) => {
      await search.fill(text);
      await search.press("Enter");
      await expect(own).toHaveURL(new RegExp(`[?&]q=${encodeURIComponent(text).replaceAll("%20", "\\+")}(&|$)`));
    };
    const shown = own.getByRole("row").getByRole("rowheader");
    await find("news");
    await expect(shown).toHaveText([/^Newsletter/]);
    await find("nia newcomer");
    await expect(shown).toHaveText([/^Newsletter/, /^Website/]);
    await find(website.slice(-4));
    await expect(shown).toHaveText([/^Website/]);
    await find(`${newsletter.slice(0, 8)}…${newsletter.slice(-4)}`);
    await expect(shown).toHaveText([/^Newsletter/]);
    await find("no such key");
    await expect(own.getByRole("heading", { name: "No key matches “no such key”" })).toBeVisible();
    await own.getByRole("link", { name: "Show all" }).click();
    await expect(shown).toHaveCount(2);
  });

  test("issues, copies, stores and revokes a key by keyboard", { tag: "@full" }, async () => {
    await own.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await own.goto(`/b/${slug}/developers/keys`);
    await pressUntilFocused(own, issueButton(own).first());
    await own.keyboard.press("Enter");
    await expect(dialogOf(own).getByLabel("Name")).toBeFocused();
    await own.keyboard.type("Typed");
    await own.keyboard.press("Enter");
    const key = await shownKey(own);
    const inside = own.getByRole("dialog").locator(":focus");
    for (let presses = 0; presses < 12; presses += 1) {
      await own.keyboard.press("Tab");
      await expect(inside).toHaveCount(1);
    }
    await pressUntilFocused(own, own.getByRole("button", { name: "Copy API key" }));
    await own.keyboard.press("Enter");
    await expect(own.getByText("Copied").first()).toBeAttached();
    expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await pressUntilFocused(own, own.getByRole("button", { name: "I’ve saved it" }));
    await own.keyboard.press("Enter");
    await expect(issueButton(own)).toBeFocused();

    await pressUntilFocused(own, own.getByRole("button", { name: /^Revoke Typed/ }));
    await own.keyboard.press("Enter");
    await pressUntilFocused(own, own.getByRole("alertdialog").getByRole("textbox"));
    await own.keyboard.type("Typed");
    await own.keyboard.press("Enter");
    await expect(own.getByText("“Typed” revoked").first()).toBeVisible();
    expect(await statusWith(own, key)).toBe(401);
  });
});

test("shows an owner the keys of former members, which work until rotated or revoked", {
  tag: "@full",
}, async ({ page, brand, signIn, visitor, expectAccessible, screens }) => {
  const { slug, owner, crew } = brand("busy");
  await signIn(owner);
  const admins = await visitor(crew.admin);
  const key = await issueKey(admins, slug, "Left behind");
  const path = `/b/${slug}/developers/keys`;
  await page.goto(`${path}?state=maker-left`);
  await expect(page.getByRole("heading", { name: "No keys from former members" })).toBeVisible();

  await page.goto(`/b/${slug}/members`);
  await page.getByRole("button", { name: "Remove Ada Admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Ada Admin removed").first()).toBeVisible();
  expect(await statusWith(page, key)).toBe(200);

  await page.goto(path);
  await expect(page.getByText("1 key belongs to a former member")).toBeVisible();
  await expect(rowsOf(page, "Left behind").getByText("Left", { exact: true })).toBeVisible();
  await expect(rowsOf(page, "Order desk").getByText("Left")).toHaveCount(0);
  await page.getByRole("link", { name: "Show keys" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expectAccessible(page);
  await screens(page, "keys-maker-left");
  await page.getByRole("button", { name: /^Revoke Left behind/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("Left behind");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("heading", { name: "No keys from former members" })).toBeVisible();
  expect(await statusWith(page, key)).toBe(401);
});
