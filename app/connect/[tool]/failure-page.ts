import type { ConnectedTool } from "@/lib/integrations";
import { ToolTurnedOff } from "@/lib/integrations/server";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { BadRequest, Forbidden, HubError, RateLimited, SecondStepNeeded } from "@/lib/platform/errors";
import { formPostPage } from "./form-post-page";

/** A failure as the tool is told it (RFC 6749, 4.1.2.1). Names no brand, and tells one that the tool may not read from one that is not the person's by nothing. */
interface Failure {
  error: "invalid_request" | "access_denied" | "unauthorized_client" | "temporarily_unavailable" | "server_error";
  error_description: string;
}

function failureOf(error: unknown): Failure {
  if (error instanceof BadRequest)
    return {
      error: "invalid_request",
      error_description: "Send one state of 1 to 512 printable ASCII characters, and at most one brand_id, a UUID.",
    };
  if (error instanceof ToolTurnedOff)
    return { error: "unauthorized_client", error_description: "The tool is turned off on the hub." };
  if (error instanceof SecondStepNeeded)
    return {
      error: "access_denied",
      error_description: "The brand asks for two-step sign-in, and this person signed in to the hub without.",
    };
  if (error instanceof Forbidden)
    return {
      error: "access_denied",
      error_description:
        "This person may not use the tool in this brand: they are no member of it, or it does not use the tool.",
    };
  if (error instanceof RateLimited || isDatabaseUnavailable(error))
    return {
      error: "temporarily_unavailable",
      error_description: "The hub cannot do this now. Try again in a minute.",
    };
  return { error: "server_error", error_description: "The hub failed unexpectedly. Try again." };
}

/** The page that tells the tool why nobody is handed to it, by the way of a token, and the person where scripts are off. */
export function failurePage({ name, connectUrl }: ConnectedTool, error: unknown, state: string | null): Response {
  return formPostPage({
    title: `You can’t go on to ${name}`,
    sentence: error instanceof HubError ? error.message : "Something unexpected failed. Please try again.",
    button: `Back to ${name}`,
    connectUrl,
    fields: { ...failureOf(error), ...(state !== null && { state }) },
  });
}
