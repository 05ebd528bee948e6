import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { BrandBundle } from "@/lib/contract";
import { type Credentials, readCredentials } from "./hub";
import { setGrant } from "./registry";

const TOOL = "brand-studio";

/**
 * Lets the demo's tool use a brand, and gives what the tool reads of it from then on. `page` is signed in as the hub administrator,
 * who belongs to the brand.
 */
export async function bundleReader(page: Page, slug: string): Promise<() => Promise<BrandBundle>> {
  await setGrant(page, slug, "Brand Studio", true);
  const credentials = readCredentials();
  const id = credentials.users.flatMap(({ brands }) => brands).find((brand) => brand.slug === slug)?.id;
  return () => readBundle(page.request, credentials, id);
}

async function readBundle(request: APIRequestContext, { tools }: Credentials, id = ""): Promise<BrandBundle> {
  const token = tools.find(({ slug }) => slug === TOOL)?.child_token;
  const headers = { authorization: `Bearer ${token}`, "x-tool-slug": TOOL };
  const response = await request.get(`/api/public/v1/brand/by-id/${id}/bundle`, { headers });
  expect(response.status()).toBe(200);
  return response.json();
}
