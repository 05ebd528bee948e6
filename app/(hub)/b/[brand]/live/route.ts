import { z } from "zod";
import { findBrandBySlug } from "@/lib/brands/server";
import { env } from "@/lib/platform/config/env";
import { NotFound } from "@/lib/platform/errors";
import { EDITING_PAGES } from "@/lib/publishing";
import { watchBrand } from "@/lib/publishing/server";
import { answerLines } from "@/lib/web/actions/answer-lines";
import { routeContext } from "@/lib/web/auth/current-user";

const Page = z.enum(EDITING_PAGES).nullable();

/** The response ends after this time and the page reconnects, so proxies never hold one for long. */
const LASTS_MS = 4 * 60_000;

/** Streams changes to an open brand page, one `LiveBrand` per line: the live version and who else is editing. */
export async function POST(request: Request, { params }: { params: Promise<{ brand: string }> }): Promise<Response> {
  return answerLines({ signal: request.signal, lastsMs: LASTS_MS }, async ({ send, end }) => {
    const ctx = await routeContext(request, "lookups");
    const brand = await findBrandBySlug(ctx, { slug: (await params).brand });
    if (!brand) throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
    const page = Page.parse(new URL(request.url).searchParams.get("page"));
    // A Vercel function can't keep the response open, so its pages poll.
    return watchBrand(ctx, { brandId: brand.id, page, onState: send, onEnd: end, once: Boolean(env.VERCEL) });
  });
}
