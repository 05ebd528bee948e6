"use server";

import { z } from "zod";
import type { KnownBrand, SlugCheck, WebsiteFindings } from "@/lib/brands";
import { checkSlug, previewWebsite, searchKnownBrands, suggestFreeSlug } from "@/lib/brands/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const Typed = z.string().max(1000);

export async function checkSlugAction(slug: string): Promise<SlugCheck> {
  const checked = await formResult(async () => checkSlug(await actionContext("lookups"), { slug: Typed.parse(slug) }));
  if (checked.status === "ok") return checked.data;
  return { slug: String(slug), available: false, message: checked.status === "error" ? checked.message : null };
}

export async function suggestSlugAction(name: string): Promise<FormResult<string>> {
  return formResult(async () => suggestFreeSlug(await actionContext("lookups"), { name: Typed.parse(name) }));
}

export async function searchKnownAction(text: string): Promise<FormResult<KnownBrand[]>> {
  return formResult(async () => searchKnownBrands(await actionContext("lookups"), { text: Typed.parse(text) }));
}

/** What a website's HTML and CSS tell of its brand; nothing is fetched or stored. */
export async function previewWebsiteAction(text: string): Promise<FormResult<WebsiteFindings>> {
  return formResult(async () => previewWebsite(await actionContext("imports"), { text: z.string().parse(text) }));
}
