import type { ConnectedTool } from "@/lib/integrations";
import { ToolTurnedOff } from "@/lib/integrations/server";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { BadRequest, Forbidden, HubError, RateLimited, TwoFactorRequired } from "@/lib/platform/errors";
import { formPostPage } from "./form-post-page";

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
