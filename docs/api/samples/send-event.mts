// SPDX-License-Identifier: MIT
import { randomUUID } from "node:crypto";

const { HUB_URL, HUB_TOOL = "", HUB_TOKEN, BRAND_ID = "" } = process.env;

interface Result {
  /** True if the hub already had the key. */
  deduped: boolean;
  error?: { code: string; message: string };
}

/** Sends an event about a brand. Store the key with it: the hub accepts each key once, so you can retry safely. */
export async function sendEvent(brandId: string, type: string, payload: object, key = randomUUID()): Promise<Result> {
  const event = {
    brand_id: brandId,
    type,
    occurred_at: new Date().toISOString(),
    idempotency_key: key,
    payload,
  };
  const response = await fetch(`${HUB_URL}/api/public/v1/events`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${HUB_TOKEN}`,
      "x-tool-slug": HUB_TOOL,
      "content-type": "application/json",
    },
    body: JSON.stringify(event),
  });
  const body = (await response.json()) as Result;
  if (body.error) throw new Error(`${response.status} ${body.error.code}: ${body.error.message}`);
  return body;
}

if (process.argv[1]?.endsWith("send-event.mts")) {
  const { deduped } = await sendEvent(BRAND_ID, "setup.tried", { language: "TypeScript" });
  console.log(deduped ? "the hub had it already" : "the hub has it");
}
