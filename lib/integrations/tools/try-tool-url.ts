import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { tryWebhookUrl } from "../webhooks/send-test-delivery";
import { requireBrowserUrl, requireWebhookUrl } from "./tool-input";

/** What a URL of a form answered, in a sentence; never what stood in the answer. */
export interface UrlAnswer {
  /** Whether somebody is there. */
  reached: boolean;
  says: string;
}

/**
 * Asks a URL that is typed into a tool's form whether somebody is there, by the rules by which webhooks are sent. A webhook URL gets a `hub.test`, signed with
 * a secret that nobody has: a receiver that refuses it works. A connect URL gets a form without a token. Only what it answered with is told.
 * @throws Forbidden unless a hub administrator asks, BadRequest for a URL that the hub may not send to
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
