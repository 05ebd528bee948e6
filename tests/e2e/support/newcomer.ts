import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { BASE_URL } from "./hub";
import type { Person } from "./test";

export const PASSWORD = "four plain words together";

/** An address that nobody has, also when the tests run again on the same hub. */
export const freshEmail = (): string => `newcomer-${randomUUID().slice(0, 13)}@example.com`;

/** Invites an address to a brand, on its members page, and gives the path of the link. */
export async function inviteTo(page: Page, slug: string, email: string, role = "Editor"): Promise<string> {
  await page.goto(`/b/${slug}/members`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = /https?:\/\/\S+\/invite\/[A-Za-z0-9_-]{43}/;
  await expect(page.getByRole("dialog")).toContainText(link);
  const found = link.exec(await page.getByRole("dialog").innerText())?.[0] ?? "";
  await page.getByRole("button", { name: "I have copied it" }).click();
  return new URL(found).pathname;
}

/** Makes an account by an invitation's link, in a browser where nobody is signed in, and waits for the brand. */
export async function joinBy(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Make an account and join" }).click();
  await expect(page).toHaveURL(/\/b\/[a-z0-9-]+$/);
}

/** Leaves the brand one was invited to, so that one belongs to none; works for a member who is no owner. */
async function leaveBrand(page: Page, slug: string): Promise<void> {
  await page.goto(`/b/${slug}/members`);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).not.toHaveURL(/\/members/);
}

/**
 * A person of their own for one test, who belongs to no brand, signed in on `page`: a `visitor()`. `inviter` is signed in as somebody
 * who may invite to the brand that they come by.
 */
export async function newcomer(page: Page, inviter: Page, slug: string): Promise<Person> {
  const email = freshEmail();
  await joinBy(page, await inviteTo(inviter, slug, email), "Nia Newcomer");
  await leaveBrand(page, slug);
  return { email, password: PASSWORD, hub_admin: false, brands: [] };
}

/** Makes empty brands of these names by the same request as the page for it, and gives their slugs. */
export const makeBrands = (page: Page, names: readonly string[]): Promise<string[]> =>
  makeBrandsFrom(page, names, { kind: "nothing" });

/** Makes a brand with the palette (and whatever else a `brand.json` may hold) of this document, and gives its slug. */
export async function makeBrandOf(page: Page, name: string, document: Record<string, unknown>): Promise<string> {
  const [slug = ""] = await makeBrandsFrom(page, [name], { kind: "file", text: JSON.stringify(document) });
  return slug;
}

async function makeBrandsFrom(page: Page, names: readonly string[], start: object): Promise<string[]> {
  const stamp = Date.now().toString(36);
  const slugs: string[] = [];
  for (const name of names) {
    const slug = `${name.toLowerCase()}-${stamp}`;
    const response = await page.request.post("/new/brands", {
      headers: { origin: new URL(BASE_URL).origin },
      multipart: { brand: JSON.stringify({ name, slug, start }) },
    });
    expect(await response.json()).toMatchObject({ status: "ok" });
    slugs.push(slug);
  }
  return slugs;
}

/** A newcomer's own, empty brand, whose slug is given, with them signed in on `page`; `inviter` as for `newcomer`. */
export async function newOwner(page: Page, inviter: Page, slug: string, brandName: string): Promise<string> {
  await newcomer(page, inviter, slug);
  const [made = ""] = await makeBrands(page, [brandName]);
  return made;
}
