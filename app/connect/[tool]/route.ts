import type { NextRequest } from "next/server";
import { z } from "zod";
import { authenticateSessionCookie } from "@/lib/access/server";
import { htmlPage } from "@/lib/api/html-page";
import { Uuid } from "@/lib/contract";
import type { ConnectedTool, HandOff } from "@/lib/integrations";
import { findConnectedTool, handOffToTool, ToolTurnedOff } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import type { SignedInActor } from "@/lib/platform/context";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { BadRequest, Forbidden, HubError, RateLimited, TwoFactorRequired } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { log } from "@/lib/platform/log";
import { escapeHtml } from "@/lib/platform/output-text";
import type { Ctx } from "@/lib/runtime/context";
import { sessionCookie } from "@/lib/web/auth/cookies";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { signInPath } from "@/lib/web/auth/sign-in-page";

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

interface FormPost {
  title: string;
  sentence: string;
  button: string;
  /** Only the tool's registered URL is allowed here. */
  connectUrl: ConnectedTool["connectUrl"];
  fields: Record<string, string>;
}

const hidden = ([name, value]: [string, string]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/**
 * A page that posts its fields to the tool, so they never appear in a URL (OAuth 2.0 Form Post Response Mode).
 * Without scripts the person presses the button.
 */
function formPostPage({ title, sentence, button, connectUrl, fields }: FormPost): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<form method="post" action="${escapeHtml(connectUrl.href)}">
${Object.entries(fields).map(hidden).join("\n")}
<button type="submit">${escapeHtml(button)}</button>
</form>`;
  const script = "document.forms[0].submit()";
  return htmlPage({ status: 200, title, body, script, formTarget: connectUrl.origin });
}

/**
 * An OAuth error for the tool (RFC 6749, 4.1.2.1). It names no brand. A missing
 * membership and missing access look the same, so a tool can't probe for brands.
 */
interface Failure {
  error: "invalid_request" | "access_denied" | "unauthorized_client" | "temporarily_unavailable" | "server_error";
  error_description: string;
}

const failure = (error: Failure["error"], error_description: string): Failure => ({ error, error_description });

function failureOf(error: unknown): Failure {
  if (error instanceof BadRequest)
    return failure(
      "invalid_request",
      "Send one state of 1 to 512 printable ASCII characters and at most one brand_id, a UUID.",
    );
  if (error instanceof ToolTurnedOff) return failure("unauthorized_client", "The tool is disabled on the hub.");
  if (error instanceof TwoFactorRequired)
    return failure(
      "access_denied",
      "The brand requires two-factor authentication, and this person signed in to the hub without it.",
    );
  if (error instanceof Forbidden)
    return failure(
      "access_denied",
      "This person can't use the tool in this brand: they are not a member, or the tool has no access.",
    );
  if (error instanceof RateLimited || isDatabaseUnavailable(error))
    return failure("temporarily_unavailable", "The hub is temporarily unavailable. Try again in a minute.");
  return failure("server_error", "The hub failed unexpectedly. Try again.");
}

/** Posts the failure to the tool. The person sees it only if scripts are off. */
function failurePage({ name, connectUrl }: ConnectedTool, error: unknown, state: string | null): Response {
  return formPostPage({
    title: `You can’t continue to ${name}`,
    sentence: error instanceof HubError ? error.message : "Something went wrong. Try again.",
    button: `Back to ${name}`,
    connectUrl,
    fields: { ...failureOf(error), ...(state !== null && { state }) },
  });
}

const handOffPage = ({ tool, brand, connectUrl, token, expiresAtSeconds }: HandOff, state: string): Response =>
  formPostPage({
    title: `Connecting to ${tool.name}`,
    sentence: `Continue to ${tool.name} with ${brand.name}.`,
    button: `Continue to ${tool.name}`,
    connectUrl,
    fields: { token, expires_at: String(expiresAtSeconds), state },
  });

const TITLES: Record<number, string> = {
  403: "You can’t continue to this tool",
  404: "Tool not found",
};

function refusalPage(status: number, sentence: string): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<a class="button" href="/">Go to the hub</a>`;
  return htmlPage({ status, title: TITLES[status] ?? "Something went wrong", body });
}
