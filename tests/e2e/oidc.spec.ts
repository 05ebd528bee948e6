import type { Page } from "@playwright/test";
import { type IdentityProvider, startIdentityProvider } from "../support/identity-provider";
import { freePort, startHub } from "./support/hub";
import { inviteTo } from "./support/invitation";
import { test as base, expect } from "./support/test";

interface Company {
  port: number;
  idp: IdentityProvider;
}

/** The hub of a company with its own provider. */
const test = base.extend<object, { company: Company }>({
  company: [
    async ({}, use) => {
      const port = await freePort();
      const idp = await startIdentityProvider({ redirectUri: `http://localhost:${port}/api/auth/callback/oidc` });
      await use({ port, idp });
      await idp.close();
    },
    { scope: "worker" },
  ],
  hub: [
    async ({ mails, company: { port, idp } }, use, { parallelIndex }) => {
      const environment = {
        SMTP_URL: mails.url,
        MAIL_FROM: "Brand Identity Hub <hub@example.com>",
        OIDC_ISSUER: idp.issuer,
        OIDC_CLIENT_ID: idp.client.id,
        OIDC_CLIENT_SECRET: idp.client.secret,
        OIDC_NAME: "Acme",
        OIDC_ONLY_DOMAINS: "acme.example",
        OIDC_ROLE_CLAIM: "hub_roles",
      };
      const hub = await startHub(`company-${parallelIndex}`, environment, port);
      await use(hub);
      await hub.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const CONTINUE = { name: "Continue with Acme" };

async function signInThere(page: Page, login: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  await page.getByLabel("Login").fill(login);
  await page.keyboard.press("Enter");
}

function knownThere({ idp }: Company, email: string, more: object = {}): string {
  idp.people.set(email, { email, email_verified: true, name: "Ana Acme", ...more });
  return email;
}

test("signs in at the company's provider, joins the brand that it names, and signs out", async ({
  page,
  company,
  brand,
  expectAccessible,
  screens,
}) => {
  const { slug } = brand("bare");
  const email = knownThere(company, `ana-${slug}@acme.example`, { hub_roles: [`${slug}:editor`] });
  await page.goto(`/b/${slug}/palette`);
  await expectAccessible(page);
  await screens(page, "sign-in-company");
  await page.getByRole("button", CONTINUE).click();
  await signInThere(page, email);
  await expect(page).toHaveURL(`/b/${slug}/palette`);
  await page.goto(`/b/${slug}/activity`);
  await expect(page.getByText("joined through single sign-on")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Your company requires sign-in with Acme.")).toBeVisible();
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("heading", { name: "Signed-in browsers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Password" })).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "account-company");
  await page.getByRole("button", { name: new RegExp(email) }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("sends people with its domain to the provider, whatever they try", { tag: "@full" }, async ({
  page,
  company,
  allow,
  screens,
  people,
  signIn,
  mails,
  visitor,
  expectAccessible,
}) => {
  allow(/40[13] POST .*callback\/credentials/);
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("somebody@acme.example");
  await page.getByRole("textbox", { name: "Password" }).fill("whatever it may be");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Your company requires single sign-on" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "sign-in-refused-by-domain");

  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("somebody@acme.example");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Accounts at acme.example can only sign in with Acme.")).toBeVisible();
  await screens(page, "forgot-password-company");

  const { person, slug } = people.withRole("owner");
  await signIn(person);
  const email = knownThere(company, `invited-${Date.now().toString(36)}@acme.example`);
  const path = await inviteTo(page, mails, { slug, email, role: "Viewer" });
  const guest = await visitor();
  await guest.goto(path);
  await expect(guest.getByLabel("Your name")).toHaveCount(0);
  await expectAccessible(guest);
  await screens(guest, "invitation-company");
  await guest.getByRole("button", CONTINUE).click();
  await signInThere(guest, email);
  await guest.getByRole("button", { name: /^Accept|^Join/ }).click();
  await expect(guest).toHaveURL(`/b/${slug}`);
});

test("re-authenticates at the provider, which asks again", { tag: "@full" }, async ({ page, company, screens }) => {
  const login = knownThere(company, `proving-${Date.now().toString(36)}@acme.example`);
  await page.goto("/account");
  await page.getByRole("button", CONTINUE).click();
  await signInThere(page, login);
  await expect(page).toHaveURL("/account");
  await page.goto("/prove?provider=oidc");
  await screens(page, "prove-company");
  await page.getByRole("button", { name: "Sign in again with Acme" }).click();
  await signInThere(page, login);
  await expect(page.getByText("Done. You can close this window.")).toBeVisible();
  await page.goto("/prove?provider=oidc");
  await page.getByRole("button", { name: "Sign in again with Acme" }).click();
  await signInThere(page, knownThere(company, "somebody-else@acme.example"));
  await expect(page.getByRole("alert").filter({ hasText: "not the account you’re signed in with" })).toBeVisible();
});

test("says so while the provider is down, and works without it", { tag: "@full" }, async ({
  page,
  company,
  people,
}) => {
  company.idp.state.down = true;
  await page.goto("/sign-in");
  await page.getByRole("button", CONTINUE).click();
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Acme. Try again in a minute." })).toBeVisible();
  await page.getByLabel("Email").fill(people.several.email);
  await page.getByRole("textbox", { name: "Password" }).fill(people.several.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Brands" })).toBeVisible();
  company.idp.state.down = false;
});
