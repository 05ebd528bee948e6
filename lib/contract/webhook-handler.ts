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

/** Longest webhook that is read, in bytes. The hub sends at most 128 KB, but may replay what it took before events in a batch had a limit of their own. */
export const MAX_WEBHOOK_BYTES = 2 * 1_048_576;

export interface WebhookHandlerOptions {
  /** The tool's webhook secrets, any of which is enough: two while one is being changed. Asked for each webhook where it is a function. */
  secrets: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** Marks the brand's row stale before the answer: a hub that is told 200 sends nothing again. */
  cache?: Pick<BrandCache, "receive"> & Partial<Pick<BrandCache, "markStale">>;
  /** Takes other tools' events in, each once, and does their work after the answer. Without it they are answered 200 and dropped. */
  inbox?: Pick<Inbox, "take" | "work">;
  /** After the answer to a version that was announced: reads the bundle early, or tells open pages. Nothing is lost where it fails. */
  onPublished?: (update: IdentityUpdated) => void | Promise<void>;
  /** After the answer to `entitlement.granted` or `entitlement.revoked`: ask the hub which holds, by `cache.get` or `listBrands`. */
  onEntitlement?: (change: EntitlementChanged) => void | Promise<void>;
  /** After the answer to a test that a person sent from the hub. */
  onTest?: (test: HubTest) => void | Promise<void>;
  /** A webhook that was refused or could not be taken in, and work that failed after the answer. */
  onProblem?: (problem: WebhookProblem) => void;
  /** Keeps the process alive for work after the answer, where the platform asks for it: `ctx.waitUntil`, or Next's `after`. */
  waitUntil?: (work: Promise<void>) => void;
  limitBytes?: number;
  now?: () => Date;
}

export interface WebhookProblem {
  /** What the hub was told; it sends again whatever is not 2xx. */
  status: number;
  message: string;
  /** What was thrown, if anything was. */
  error?: unknown;
}

const answer = (status: number, text: string): Response =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** Which replay of a delivery this is, 0 for none. No signature covers the header, so it counts beside one of this minute alone: an old recording is none. */
async function replayOf(body: Uint8Array, headers: Headers, secrets: readonly string[], now: Date): Promise<number> {
  const said = /^[1-9]\d{0,8}$/.exec(headers.get("x-hub-replay") ?? "");
  return said && (await verifyStandardWebhook(body, headers, secrets, now)) ? Number(said[0]) : 0;
}

/**
 * Makes the receiver of the hub's webhooks: raw bytes up to a limit, signature, then what must not be lost, then 200, then the work. Statuses: 405 for
 * another method, 413 too long, 401 not signed by the hub, 400 not of the contract, 500 could not be stored (the hub sends it again), and 200 for
 * everything else, kinds made later too.
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

  /** What has to be stored before the answer; gives the work that follows it. */
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
        (error: unknown) => onProblem?.({ status: 200, message: "The work after the answer failed.", error }),
      );
    options.waitUntil?.(done);
  };

  return async (request) => {
    if (request.method !== "POST") return refuse(405, "Webhooks are posted.");
    if (saysTooLong(request.headers.get("content-length"), limitBytes)) return refuse(413, "The body is too long.");
    try {
      const reader = request.body?.getReader();
      const body = reader ? await readBytes(() => reader.read(), limitBytes) : new Uint8Array();
      if (!body) return refuse(413, "The body is too long.");
      const at = now();
      const known = typeof secrets === "function" ? await secrets() : secrets;
      if (!(await verifyWebhook(body, request.headers, known, at)))
        return refuse(401, "The signature does not verify.");
      const webhook = parseWebhook(body);
      if (!webhook) return refuse(400, "The body does not follow the contract.");
      const work = await take(webhook, await replayOf(body, request.headers, known, at));
      if (work) doAfterwards(work);
      return answer(200, "ok");
    } catch (error) {
      return refuse(500, "It could not be taken in.", error);
    }
  };
}
