import { z } from "zod";
import { findBrandBySlug } from "@/lib/brands/server";
import { env } from "@/lib/platform/config/env";
import { NotFound } from "@/lib/platform/errors";
import { EDITING_PAGES } from "@/lib/publishing";
import { watchBrand } from "@/lib/publishing/server";
import { answerLines } from "@/lib/web/actions/answer-lines";
import { routeContext } from "@/lib/web/auth/route-context";

type RouteContext = { params: Promise<{ brand: string }> };

const Page = z.enum(EDITING_PAGES).nullable();

/** An answer this old ends and the page asks again, so that a proxy never holds one for long. */
const LASTS_MS = 4 * 60_000;

/** Tells an open page of a brand what changes while it is looked at: which version is live, and who else edits (`LiveBrand`, line by line). */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return answerLines({ signal: request.signal, lastsMs: LASTS_MS }, async ({ send, end }) => {
    const ctx = await routeContext(request, "lookups");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("There is no such brand among yours.");
    const page = Page.parse(new URL(request.url).searchParams.get("page"));
    // A function of Vercel answers and is over: its pages ask again.
    return watchBrand(ctx, { brandId: brand.id, page, told: send, ended: end, once: Boolean(env.VERCEL) });
  });
}
