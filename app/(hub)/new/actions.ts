"use server";

import { z } from "zod";
import type { KnownBrand, SlugCheck, WebsiteFindings, WebsiteSource } from "@/lib/brands";
import { checkSlug, previewWebsite, searchKnownBrands, suggestFreeSlug } from "@/lib/brands/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const Typed = z.string().max(1000);

export async function checkSlugAction(slug: string): Promise<SlugCheck> {
  const result = await formResult(async () => checkSlug(await actionContext("lookups"), { slug: Typed.parse(slug) }));
  if (result.status === "ok") return result.data;
  return { slug: String(slug), available: false, message: result.status === "error" ? result.message : null };
}

export async function suggestSlugAction(name: string): Promise<FormResult<string>> {
  return formResult(async () => suggestFreeSlug(await actionContext("lookups"), { name: Typed.parse(name) }));
}

export async function searchKnownAction(text: string): Promise<FormResult<KnownBrand[]>> {
  return formResult(async () => searchKnownBrands(await actionContext("lookups"), { text: Typed.parse(text) }));
}

const Source = z.union([z.object({ address: Typed }), z.object({ text: z.string() })]);

/** Extracts brand data from a website, or from its pasted HTML and CSS. Stores nothing. */
export async function previewWebsiteAction(source: WebsiteSource): Promise<FormResult<WebsiteFindings>> {
  return formResult(async () => previewWebsite(await actionContext("imports"), Source.parse(source)));
}
