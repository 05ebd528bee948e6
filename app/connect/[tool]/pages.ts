import { htmlPage } from "@/lib/api/html-page";
import type { ConnectedTool, HandOff } from "@/lib/integrations";
import { ToolTurnedOff } from "@/lib/integrations/server";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { BadRequest, Forbidden, HubError, RateLimited, TwoFactorRequired } from "@/lib/platform/errors";
import { escapeHtml } from "@/lib/platform/text";

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

function failureOf(error: unknown): Failure {
  if (error instanceof BadRequest)
    return {
      error: "invalid_request",
      error_description: "Send one state of 1 to 512 printable ASCII characters and at most one brand_id, a UUID.",
    };
  if (error instanceof ToolTurnedOff)
    return { error: "unauthorized_client", error_description: "The tool is disabled on the hub." };
  if (error instanceof TwoFactorRequired)
    return {
      error: "access_denied",
      error_description:
        "The brand requires two-factor authentication, and this person signed in to the hub without it.",
    };
  if (error instanceof Forbidden)
    return {
      error: "access_denied",
      error_description:
        "This person can't use the tool in this brand: they are not a member, or the tool has no access.",
    };
  if (error instanceof RateLimited || isDatabaseUnavailable(error))
    return {
      error: "temporarily_unavailable",
      error_description: "The hub is temporarily unavailable. Try again in a minute.",
    };
  return { error: "server_error", error_description: "The hub failed unexpectedly. Try again." };
}

/** Posts the failure to the tool. The person sees it only if scripts are off. */
export function failurePage({ name, connectUrl }: ConnectedTool, error: unknown, state: string | null): Response {
  return formPostPage({
    title: `You can’t continue to ${name}`,
    sentence: error instanceof HubError ? error.message : "Something went wrong. Try again.",
    button: `Back to ${name}`,
    connectUrl,
    fields: { ...failureOf(error), ...(state !== null && { state }) },
  });
}

export const handOffPage = ({ tool, brand, connectUrl, token, expiresAtSeconds }: HandOff, state: string): Response =>
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

export function refusalPage(status: number, sentence: string): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<a class="button" href="/">Go to the hub</a>`;
  return htmlPage({ status, title: TITLES[status] ?? "Something went wrong", body });
}
