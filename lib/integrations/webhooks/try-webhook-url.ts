import { randomBytes } from "node:crypto";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import type { SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { signDelivery } from "./sign-delivery";

/** Somebody waits in front of a form. */
const TIMEOUTS = { totalMs: 5_000, connectMs: 3_000 };
/** No brand of the hub has this id. */
const NO_BRAND = "00000000-0000-0000-0000-000000000000";

/**
 * Sends one request that belongs to no subscription, and gives what was answered; nothing is recorded or repeated. For who has asked whether the caller may: the URL
 * was checked by the caller, and its addresses are again as it is opened.
 */
export async function tryWebhookUrl(
  { now, webhookPolicy: policy }: Ctx,
  { url, kind }: { url: string; kind: "webhook" | "connect" },
): Promise<Pick<SendResult, "status" | "errorClass">> {
  const id = newId();
  const request = { url, policy, now, timeouts: TIMEOUTS };
  if (kind === "connect") {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return sendWebhook({ ...request, headers, body: "" });
  }
  const body = JSON.stringify({ id, type: TEST_EVENT_TYPE, occurred_at: now.toISOString(), brand_id: NO_BRAND });
  const secrets = [randomBytes(33).toString("base64")];
  const headers = signDelivery({
    id,
    event: TEST_EVENT_TYPE,
    attempt: 1,
    body,
    secrets,
    timestampSeconds: now.getTime() / 1000,
  });
  return sendWebhook({ ...request, headers, body });
}
