import type { NextRequest } from "next/server";
import { z } from "zod";
import { authenticateSessionCookie } from "@/lib/access/server";
import { Uuid } from "@/lib/contract";
import type { ConnectedTool } from "@/lib/integrations";
import { findConnectedTool, handOffToTool } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import type { SignedInActor } from "@/lib/platform/context";
import { BadRequest, HubError } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { sessionCookie } from "@/lib/web/auth/cookies";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { signInPath } from "@/lib/web/auth/sign-in-page";
import { failurePage, handOffPage, refusalPage } from "./pages";

/** `state` as in RFC 6749, A.5: printable ASCII, which a form carries unchanged. Repeated parameters are rejected. */
const State = z.tuple([z.string().regex(/^[\x20-\x7e]{1,512}$/)]);
const BrandId = z.union([z.tuple([]), z.tuple([Uuid])]);

async function signedInContext(request: NextRequest): Promise<Ctx<SignedInActor> | null> {
  const ctx = await anonymousContext(request.headers);
  const cookie = request.cookies.get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  const session = cookie ? await authenticateSessionCookie(ctx, { cookie }) : null;
  return session && { ...ctx, actor: session.actor };
}

/** Responds at the tool's registered URL with a token or an error, and with its `state` if that is valid. */
async function answerTool(ctx: Ctx<SignedInActor>, tool: ConnectedTool, query: URLSearchParams): Promise<Response> {
  const state = State.safeParse(query.getAll("state")).data?.[0] ?? null;
  try {
    const brand = BrandId.safeParse(query.getAll("brand_id"));
    if (state === null || !brand.success)
      throw new BadRequest("The tool sent an invalid request. Go back to the tool and try again.");
    await spendBudget(ctx, "handOffs");
    return handOffPage(await handOffToTool(ctx, { toolSlug: tool.slug, brandId: brand.data[0] }), state);
  } catch (error) {
    if (!(error instanceof HubError)) log.error({ err: error }, "hand-off failed");
    return failurePage(tool, error, state);
  }
}

async function connect(request: NextRequest, toolSlug: string): Promise<Response> {
  const { pathname, search, searchParams } = request.nextUrl;
  // Checked first, so that anonymous visitors can't find out which tools exist.
  const ctx = await signedInContext(request);
  if (!ctx) {
    const headers = { location: signInPath(`${pathname}${search}`), "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  }
  return answerTool(ctx, await findConnectedTool(ctx, { toolSlug }), searchParams);
}

/**
 * Signs the person in if needed and returns them to the tool with a federation token. Errors go to the tool as well.
 * The hub shows its own page only if the tool is unknown (docs/decisions/integrations.md, Federation).
 */
export async function GET(request: NextRequest, { params }: { params: Promise<{ tool: string }> }): Promise<Response> {
  try {
    return await connect(request, (await params).tool);
  } catch (error) {
    if (error instanceof HubError) return refusalPage(error.status, error.message);
    log.error({ err: error }, "hand-off failed");
    return refusalPage(500, "The error was logged. Try again.");
  }
}
