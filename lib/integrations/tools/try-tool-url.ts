import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { tryWebhookUrl } from "../webhooks/send-test-delivery";
import { requireBrowserUrl, requireWebhookUrl } from "./tool-input";

/** A sentence about the response, never its content. */
export interface UrlAnswer {
  reached: boolean;
  says: string;
}

/**
 * Tests a URL of a tool's form under the rules for webhooks. A webhook URL gets a `hub.test` signed with a random
 * secret, which a working receiver refuses. A connect URL gets a form without a token.
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
  if (status === null)
    return {
      reached: false,
      says: `Nobody answered (${errorClass ?? "network"}). ${kind === "connect" ? "People’s browsers may reach it all the same." : "Webhooks would fail too."}`,
    };
  if (kind === "connect")
    return status === 404 || status >= 500
      ? { reached: false, says: `It answered ${status}: is the path right?` }
      : { reached: true, says: `It answered ${status}: somebody is there.` };
  if (status >= 200 && status < 300)
    return {
      reached: true,
      says: `It answered ${status}, though nobody could have verified this test: does it check signatures?`,
    };
  return status === 400 || status === 401 || status === 403
    ? { reached: true, says: `It answered ${status}, as it should: the test was signed with a secret that nobody has.` }
    : { reached: false, says: `It answered ${status}: webhooks count as failed unless they get 2xx.` };
}
