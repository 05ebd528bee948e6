"use server";

import { z } from "zod";
import type { KnownBrand, SlugCheck, WebsiteFindings, WebsiteSource } from "@/lib/brands";
import { checkSlug, previewWebsite, searchKnownBrands, suggestFreeSlug } from "@/lib/brands/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const Typed = z.string().max(1000);

export async function checkSlugAction(slug: string): Promise<SlugCheck> {
  const result = await actionResult("lookups", (ctx) => checkSlug(ctx, { slug: Typed.parse(slug) }));
  if (result.status === "ok") return result.data;
  return { slug: String(slug), available: false, message: result.status === "error" ? result.message : null };
}

export async function suggestSlugAction(name: string): Promise<FormResult<string>> {
  return actionResult("lookups", (ctx) => suggestFreeSlug(ctx, { name: Typed.parse(name) }));
}

export async function searchKnownAction(text: string): Promise<FormResult<KnownBrand[]>> {
  return actionResult("lookups", (ctx) => searchKnownBrands(ctx, { text: Typed.parse(text) }));
}

const Source = z.union([z.object({ address: Typed }), z.object({ text: z.string() })]);

/** Extracts brand data from a website, or from its pasted HTML and CSS. Stores nothing. */
export async function previewWebsiteAction(source: WebsiteSource): Promise<FormResult<WebsiteFindings>> {
  return actionResult("imports", (ctx) => previewWebsite(ctx, Source.parse(source)));
}
