import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { tryWebhookUrl } from "../webhooks/send-test-delivery";
import { requireBrowserUrl, requireWebhookUrl } from "./tool-input";

/** `says` never quotes the response. */
export interface UrlAnswer {
  reached: boolean;
  says: string;
}

/**
 * Tests a URL of a tool's form. A webhook URL gets a `hub.test` signed with a random secret, which a working receiver
 * refuses. A connect URL gets a form without a token.
 * @throws Forbidden for non-administrators, BadRequest for a refused URL
 */
export async function tryToolUrl(
  ctx: Ctx,
  { url, kind }: { url: string; kind: "webhook" | "connect" },
): Promise<UrlAnswer> {
  requireHubAdmin(ctx);
  const field = kind === "webhook" ? "defaultWebhookUrl" : "connectUrl";
  if (kind === "connect") requireBrowserUrl(ctx, { url, field: "connectUrl" });
  const checked = await requireWebhookUrl(ctx, { url, field });
  const { status, errorClass } = await tryWebhookUrl(ctx, { url: checked, kind });
  if (status === null) {
    const consequence = kind === "connect" ? "Browsers may still reach it." : "Webhooks would fail too.";
    return { reached: false, says: `No response (${errorClass ?? "network"}). ${consequence}` };
  }
  if (kind === "connect")
    return status === 404 || status >= 500
      ? { reached: false, says: `Status ${status}. Check the path.` }
      : { reached: true, says: `Status ${status}. The URL responds.` };
  if (status >= 200 && status < 300)
    return {
      reached: true,
      says: `Status ${status}, although the test’s signature is invalid. Check that the tool verifies signatures.`,
    };
  return status === 400 || status === 401 || status === 403
    ? { reached: true, says: `Status ${status}, as expected: the test was signed with a random secret.` }
    : { reached: false, says: `Status ${status}. Webhooks need a 2xx response.` };
}
