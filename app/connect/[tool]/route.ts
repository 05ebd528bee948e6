import type { NextRequest } from "next/server";
import { z } from "zod";
import { anonymousContext } from "@/lib/auth/current-user";
import { sessionCookie } from "@/lib/auth/session-cookie";
import { signInPath } from "@/lib/auth/sign-in-page";
import { env } from "@/lib/config/env";
import { Uuid } from "@/lib/contract";
import { handOffToTool } from "@/lib/federation/server";
import { HubError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { spendBudget } from "@/lib/limits/server";
import { authenticateSessionCookie } from "@/lib/sessions/server";
import { handOffPage } from "./hand-off-page";
import { refusalPage } from "./refusal-page";

/** `state` as OAuth has it (RFC 6749, A.5): printable ASCII, so that a form carries it unchanged. Each stands at most once. */
const Query = z.object({
  state: z.tuple([z.string().regex(/^[\x20-\x7e]{1,512}$/)]),
  brand_id: z.union([z.tuple([]), z.tuple([Uuid])]),
});

async function handOff(request: NextRequest, toolSlug: string): Promise<Response> {
  const { pathname, search, searchParams } = request.nextUrl;
  const query = Query.safeParse({ state: searchParams.getAll("state"), brand_id: searchParams.getAll("brand_id") });
  if (!query.success)
    return refusalPage(
      400,
      "The tool sent you here without what it needs to recognise you again. Start from the tool once more.",
    );
  const ctx = await anonymousContext(request.headers);
  const cookie = request.cookies.get(sessionCookie(env.HUB_BASE_URL).name)?.value;
  const session = cookie ? await authenticateSessionCookie(ctx, { cookie }) : null;
  if (!session) {
    const headers = { location: signInPath(`${pathname}${search}`), "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  }
  const signedIn = { ...ctx, actor: session.actor };
  await spendBudget(signedIn, "handOffs");
  const [state] = query.data.state;
  const [brandId] = query.data.brand_id;
  return handOffPage(await handOffToTool(signedIn, { toolSlug, brandId }), state);
}

/** Hands the person in front of a tool back to it with a federation token, signing them in first if need be (docs/decisions.md, Active brand). */
export async function GET(request: NextRequest, { params }: { params: Promise<{ tool: string }> }): Promise<Response> {
  try {
    return await handOff(request, (await params).tool);
  } catch (error) {
    if (error instanceof HubError) return refusalPage(error.status, error.message);
    log.error({ err: error }, "a hand-off failed unexpectedly");
    return refusalPage(500, "It has been logged. Please try again.");
  }
}
