"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { RECENTS_COOKIE, recentBrands } from "@/components/shell/recents";
import type { BrandMatches, Places } from "@/components/shell/types";
import { switchActiveBrand } from "@/lib/access/server";
import { guide } from "@/lib/api/docs/server";
import { searchMyBrands } from "@/lib/brands/server";
import { listToolNames } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import type { BrandHit } from "@/lib/publishing";
import { searchBrand } from "@/lib/publishing/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";
import { setActiveBrandCookie } from "@/lib/web/auth/start-session";
import { shellBrand } from "./shell-brand";

const MATCHES = 20;
const Query = z.string().max(200);
const Section = z.string().regex(/^(?:\/[a-z0-9-]+)*$/);

export async function searchBrands(query: string): Promise<FormResult<BrandMatches>> {
  return actionResult("lookups", async (ctx) => {
    const recent = recentBrands((await cookies()).get(RECENTS_COOKIE)?.value);
    const { brands, more } = await searchMyBrands(ctx, { search: Query.parse(query), recent, limit: MATCHES });
    return { brands: brands.map((card) => shellBrand(ctx, card)), more };
  });
}

/** Searches the brand's draft, or the published version if the user has none. */
export async function searchContent(brandId: string, query: string): Promise<FormResult<BrandHit[]>> {
  return actionResult("lookups", (ctx) =>
    searchBrand(ctx, { brandId: z.uuid().parse(brandId), query: Query.parse(query) }),
  );
}

/** Returns tools and documentation chapters for the command palette. */
export async function readPlaces(): Promise<FormResult<Places>> {
  return actionResult("lookups", async (ctx) => {
    const [tools, pages] = await Promise.all([listToolNames(ctx), guide(env.HUB_BASE_URL)]);
    return { tools, chapters: pages.map(({ id, title }) => ({ id, title })) };
  });
}

/** Makes a brand active, for tools as well, and redirects to it. */
export async function switchBrand(brandId: string, section: string): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const { slug } = await switchActiveBrand(ctx, { brandId: z.uuid().parse(brandId) });
    await setActiveBrandCookie(slug);
    redirect(`/b/${slug}${Section.parse(section)}`);
  });
}
