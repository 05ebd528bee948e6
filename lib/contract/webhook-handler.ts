// SPDX-License-Identifier: MIT
import type { BrandCache } from "./cache.js";
import type { Inbox } from "./inbox.js";
import { readBytes, saysTooLong } from "./read-bytes.js";
import {
  type EntitlementChanged,
  type HubTest,
  type IdentityUpdated,
  parseWebhook,
  verifyStandardWebhook,
  verifyWebhook,
  type Webhook,
} from "./webhooks.js";

/** Maximum webhook size in bytes. The hub sends up to 128 KB, but can replay older, larger ones. */
export const MAX_WEBHOOK_BYTES = 2 * 1_048_576;

export interface WebhookHandlerOptions {
  /** Accepted webhook secrets: two during a rotation. A function is called for each webhook. */
  secrets: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** Marked stale before the response, because the hub doesn't resend after a 200. */
  cache?: Pick<BrandCache, "receive"> & Partial<Pick<BrandCache, "markStale">>;
  /** Stores other tools' events and processes them after the response. Without it they are dropped. */
  inbox?: Pick<Inbox, "take" | "work">;
  /** Called after a publish. Use it to read the bundle early or update open pages. */
  onPublished?: (update: IdentityUpdated) => void | Promise<void>;
  /** Called after `entitlement.granted` or `entitlement.revoked`. Ask the hub with `cache.get` or `listBrands`. */
  onEntitlement?: (change: EntitlementChanged) => void | Promise<void>;
  onTest?: (test: HubTest) => void | Promise<void>;
  /** A refused webhook, a failed store, or failed work after the response. */
  onProblem?: (problem: WebhookProblem) => void;
  /** Keeps the process alive after the response: `ctx.waitUntil`, or Next's `after`. */
  waitUntil?: (work: Promise<void>) => void;
  limitBytes?: number;
  now?: () => Date;
}

export interface WebhookProblem {
  /** Status sent to the hub, which resends unless it is 2xx. */
  status: number;
  message: string;
  error?: unknown;
}

const answer = (status: number, text: string): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** No signature covers the header. Without a fresh one, an old recording could pose as a replay. */
async function replayOf(body: Uint8Array, headers: Headers, secrets: readonly string[], now: Date): Promise<number> {
  const said = /^[1-9]\d{0,8}$/.exec(headers.get("x-hub-replay") ?? "");
  return said && (await verifyStandardWebhook(body, headers, secrets, now)) ? Number(said[0]) : 0;
}

/**
 * Handles the hub's webhooks: verifies, stores, responds 200, then works. Unknown types get 200.
 * Errors: 405 not a POST, 413 too large, 401 invalid signature, 400 invalid body, 500 not stored (the hub resends).
 */
export function webhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  const {
    secrets,
    cache,
    inbox,
    onPublished,
    onEntitlement,
    onTest,
    onProblem,
    limitBytes = MAX_WEBHOOK_BYTES,
  } = options;
  const now = options.now ?? (() => new Date());

  const refuse = (status: number, message: string, error?: unknown): Response => {
    onProblem?.({ status, message, ...(error !== undefined && { error }) });
    return answer(status, message);
  };

  /** Stores the webhook and returns the work for after the response. */
  async function take(webhook: Webhook, replay: number): Promise<(() => unknown) | null> {
    switch (webhook.kind) {
      case "identity.updated":
        await cache?.receive(webhook.event);
        return () => onPublished?.(webhook.event);
      case "entitlement":
        await cache?.markStale?.(webhook.event.brand_id);
        return () => onEntitlement?.(webhook.event);
      case "hub.test":
        return () => onTest?.(webhook.event);
      case "relayed":
        return inbox && (await inbox.take(webhook.event, replay)) ? () => inbox.work() : null;
      default:
        return null;
    }
  }

  const doAfterwards = (work: () => unknown): void => {
    const done = Promise.resolve()
      .then(work)
      .then(
        () => {},
        (error: unknown) => onProblem?.({ status: 200, message: "The work after the response failed.", error }),
      );
    options.waitUntil?.(done);
  };

  return async (request) => {
    if (request.method !== "POST") return refuse(405, "Send webhooks with POST.");
    if (saysTooLong(request.headers.get("content-length"), limitBytes)) return refuse(413, "The body is too large.");
    try {
      const reader = request.body?.getReader();
      const body = reader ? await readBytes(() => reader.read(), limitBytes) : new Uint8Array();
      if (!body) return refuse(413, "The body is too large.");
      const at = now();
      const known = typeof secrets === "function" ? await secrets() : secrets;
      if (!(await verifyWebhook(body, request.headers, known, at))) return refuse(401, "The signature is invalid.");
      const webhook = parseWebhook(body);
      if (!webhook) return refuse(400, "The body does not match the contract.");
      const work = await take(webhook, await replayOf(body, request.headers, known, at));
      if (work) doAfterwards(work);
      return answer(200, "ok");
    } catch (error) {
      return refuse(500, "The webhook could not be stored.", error);
    }
  };
}
