import type { z } from "zod";
import {
  declared,
  EntitlementGranted,
  EntitlementRevoked,
  HubTest,
  IdentityUpdated,
  RelayedEvent,
} from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";

export const EXAMPLE_WEBHOOK_SECRET = "example-secret-of-brand-studio-0001";

export interface WebhookHeader {
  name: string;
  description: string;
  pattern: string;
  maxLength: number;
  example: string;
  required?: false;
}

export interface Webhook {
  name: string;
  summary: string;
  description: string;
  schema: z.ZodType;
  headers: readonly WebhookHeader[];
  example: unknown;
}

interface Sent extends Omit<Webhook, "headers"> {
  example: { id: string; type: string; [key: string]: unknown };
  hubSignature: string;
  standardSignature: string;
}

const ID = { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", maxLength: 36 };
const COUNT = { pattern: "^[1-9][0-9]*$", maxLength: 9 };

function headersOf({ example: { id, type }, hubSignature, standardSignature }: Sent): readonly WebhookHeader[] {
  return [
    {
      name: "X-Hub-Signature",
      description:
        "`sha256=` and the lower-case hex HMAC-SHA256 of the body's exact bytes with the tool's current webhook secret (W3C WebSub)",
      pattern: "^sha256=[0-9a-f]{64}$",
      maxLength: 71,
      example: hubSignature,
    },
    {
      name: "X-Hub-Event",
      description: "The event's type, as in the body",
      pattern: "^[a-z0-9_-]+(\\.[a-z0-9_-]+)*$",
      maxLength: 100,
      example: type,
    },
    {
      name: "X-Hub-Delivery",
      description:
        "The delivery's id, as in the body; the same on retries. Deduplicate by the body's, because `X-Hub-Signature` covers no header",
      ...ID,
      example: id,
    },
    {
      name: "X-Hub-Attempt",
      description: "1 for the first attempt, then one more for each retry",
      ...COUNT,
      example: "1",
    },
    {
      name: "X-Hub-Replay",
      description:
        "Only on replays by a person: how often it was replayed. The body's `id` stays the same, so deduplicate by both. No signature covers it: trust it only with a valid, current `webhook-signature`",
      ...COUNT,
      example: "1",
      required: false,
    },
    {
      name: "webhook-id",
      description: "The same id for Standard Webhooks; `webhook-signature` covers it, `X-Hub-Signature` doesn't",
      ...ID,
      example: id,
    },
    {
      name: "webhook-timestamp",
      description: "Time of this attempt in Unix seconds",
      pattern: "^[0-9]+$",
      maxLength: 12,
      example: "1773480413",
    },
    {
      name: "webhook-signature",
      description:
        "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, one for each valid secret, separated by spaces. It also covers time",
      pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
      maxLength: 4096,
      example: standardSignature,
    },
  ];
}

const OCCURRED_AT = "2026-03-14T09:26:53.589Z";

const SENT: readonly Sent[] = [
  {
    name: "identity.updated",
    summary: "A brand's identity has a new version",
    description:
      "Sent to each subscribed tool when a brand publishes. Verify the signature on the raw bytes, mark the brand's cache row stale, respond with 2xx within 10 seconds, then fetch the bundle. The same event may arrive more than once and out of order: ignore an `identity_version` at or below the one you have. With `test: true` a person sent the current version again to test your receiver. Treat it like any other, because its content is real.",
    schema: declared(IdentityUpdated),
    hubSignature: "sha256=dc2d3850efd329b3ac42b3d0f11b007d1c4dd984dc5544c9951de72ad01a0e56",
    standardSignature: "v1,V2jKIJ7g7sUJFG6ZvsxXAU5fhbmw/d8yWxERfXly87c=",
    example: {
      id: "01920a4e-6a16-7000-8000-000000000001",
      type: "identity.updated",
      occurred_at: OCCURRED_AT,
      brand_id: EXAMPLE_BRAND_ID,
      brand_slug: "alder-and-ash",
      identity_version: 8,
      previous_version: 7,
      changed: ["colors"],
    },
  },
  {
    name: "hub.test",
    summary: "A test of your receiver",
    description:
      "Sent when a person requests it in the hub. Signed like any delivery and never retried. Verify it, respond with 2xx, and change nothing.",
    schema: declared(HubTest),
    hubSignature: "sha256=ee4077f2f99226355cd8ea0fbe8f51c3c7a0df735908d3730aaf49bc1af97686",
    standardSignature: "v1,Bnfzy3ZHWqwH2HY0D5N9KGLcPJCEfujYBWbWMzwkPck=",
    example: {
      id: "01920a4e-6a18-7000-8000-000000000001",
      type: "hub.test",
      occurred_at: OCCURRED_AT,
      brand_id: EXAMPLE_BRAND_ID,
    },
  },
  {
    name: "relayed-event",
    summary: "Another tool's event",
    description:
      "A version 1 event that another tool sent for a brand you can read, of a type that one of your event patterns matches. `X-Hub-Event` has its type. Signed, retried and recorded like any delivery.",
    schema: declared(RelayedEvent),
    hubSignature: "sha256=93f99812cabc45c2dc3742d983c958d8ea1744365ca854fdd0ca3295d827c5d2",
    standardSignature: "v1,H1Pm5XgJIgaSc9hBFvi2zH38IAQ9oyA+qTA9ty6w8LI=",
    example: {
      id: "01920a4e-6a17-7000-8000-000000000001",
      type: "asset.approved",
      occurred_at: OCCURRED_AT,
      brand_id: EXAMPLE_BRAND_ID,
      source_tool: "print-desk",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      payload: { asset: "482", by: "mara" },
    },
  },
  {
    name: "entitlement.granted",
    summary: "Your tool can now read a brand",
    description:
      "Sent if your tool has entitlement webhooks on: a brand granted your tool access, or an archived brand with access was restored. Respond with 2xx, then read the bundle. Order isn't guaranteed: rely on the hub's response to your read.",
    schema: declared(EntitlementGranted),
    hubSignature: "sha256=f3962735d4dd2f832a45023ac2e49831aae9dde72b329986cfbd90895d3eb3da",
    standardSignature: "v1,yZUUZDGOBbAP4WTfh/inzwqMow+e7D7KloawL2wIe9U=",
    example: {
      id: "01920a4e-6a19-7000-8000-000000000001",
      type: "entitlement.granted",
      occurred_at: OCCURRED_AT,
      brand_id: EXAMPLE_BRAND_ID,
      brand_slug: "alder-and-ash",
    },
  },
  {
    name: "entitlement.revoked",
    summary: "Your tool can no longer read a brand",
    description:
      "Sent if your tool has entitlement webhooks on: a brand withdrew your tool's access (reads return 403), or was archived (404). Mark the brand's cache row stale, respond with 2xx, and stop serving the brand once a read is refused. It goes to the webhook URL that the brand's subscription had. Order isn't guaranteed: rely on the hub's response to your read.",
    schema: declared(EntitlementRevoked),
    hubSignature: "sha256=07aaee0aa6c269dca9cb23580b72936843cf86b519168f2675b5fd27def67f90",
    standardSignature: "v1,9vVrxefnhxo+mh1B0F8fuRo+Mpba6yiCotzF6SoVZdg=",
    example: {
      id: "01920a4e-6a1a-7000-8000-000000000001",
      type: "entitlement.revoked",
      occurred_at: OCCURRED_AT,
      brand_id: EXAMPLE_BRAND_ID,
      brand_slug: "alder-and-ash",
    },
  },
];

export const webhooks: readonly Webhook[] = SENT.map((sent) => ({ ...sent, headers: headersOf(sent) }));
