// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { IdentityVersion, Slug, Timestamp, Uuid } from "./primitives.js";
import { sameSecret } from "./same-secret.js";
import { CHANGED_PARTS } from "./words.js";

export const ChangedPart = z.enum(CHANGED_PARTS);
export type ChangedPart = z.infer<typeof ChangedPart>;

/** Body of the webhook `identity.updated`. Ignore a version at or below the one you have: order is not promised. */
export const IdentityUpdated = open(
  z
    .object({
      id: Uuid.meta({ description: "The same over all retries of one delivery" }),
      type: z.literal("identity.updated"),
      occurred_at: Timestamp.meta({ description: "When it was published" }),
      brand_id: Uuid,
      brand_slug: Slug,
      identity_version: IdentityVersion.meta({ description: "The new version" }),
      previous_version: IdentityVersion.meta({ description: "The version before it" }),
      changed: z.array(ChangedPart).meta({ description: "The parts that differ" }),
      test: z.literal(true).optional().meta({
        description:
          "Only where a person sends the present version once more to try a receiver; nothing new was published",
      }),
    })
    .meta({ id: "IdentityUpdated" }),
);
export type IdentityUpdated = z.infer<typeof IdentityUpdated>;

/** Body of the webhook `hub.test`, which a person sends from the hub to try a receiver. */
export const HubTest = open(
  z
    .object({
      id: Uuid.meta({ description: "The delivery's id" }),
      type: z.literal("hub.test"),
      occurred_at: Timestamp.meta({ description: "When somebody asked for it" }),
      brand_id: Uuid,
    })
    .meta({ id: "HubTest" }),
);
export type HubTest = z.infer<typeof HubTest>;

const entitlementWebhook = <Type extends string>(type: Type) =>
  z.object({
    id: Uuid.meta({ description: "The same over all retries of one delivery" }),
    type: z.literal(type),
    occurred_at: Timestamp.meta({ description: "When it was granted, revoked, archived or restored" }),
    brand_id: Uuid,
    brand_slug: Slug,
  });

/** Body of the webhook `entitlement.granted`: the tool may read the brand from now on. Order is not promised: ask the hub what holds. */
export const EntitlementGranted = open(entitlementWebhook("entitlement.granted").meta({ id: "EntitlementGranted" }));
export type EntitlementGranted = z.infer<typeof EntitlementGranted>;

/** Body of the webhook `entitlement.revoked`: the tool may no longer read the brand. Order is not promised: ask the hub what holds. */
export const EntitlementRevoked = open(entitlementWebhook("entitlement.revoked").meta({ id: "EntitlementRevoked" }));
export type EntitlementRevoked = z.infer<typeof EntitlementRevoked>;
export type EntitlementChanged = EntitlementGranted | EntitlementRevoked;

/** Body of an event that the hub passes on from one tool to another. */
export const RelayedEvent = open(
  z
    .object({
      id: Uuid.meta({ description: "The same over all retries of one delivery" }),
      type: z.string().meta({ description: "As the sender gave it" }),
      occurred_at: Timestamp.meta({ description: "When it happened, as the sender gave it" }),
      brand_id: Uuid,
      source_tool: Slug.meta({ description: "Slug of the tool that sent it" }),
      trace_id: z.string().nullable().meta({ description: "As the sender gave it; null when it gave none" }),
      payload: z.record(z.string(), z.unknown()).meta({ description: "As the sender gave it" }),
    })
    .meta({ id: "RelayedEvent" }),
);
export type RelayedEvent = z.infer<typeof RelayedEvent>;

/** Whatever the hub sends, by its kind: `type` alone would tell the compiler nothing, since a relayed event may be of any. */
export type Webhook =
  | { kind: "identity.updated"; event: IdentityUpdated }
  | { kind: "hub.test"; event: HubTest }
  | { kind: "entitlement"; event: EntitlementChanged }
  | { kind: "relayed"; event: RelayedEvent }
  | { kind: "unknown"; type: string };

/** Oldest `webhook-timestamp` accepted by default, in seconds (Standard Webhooks). */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

const encoder = new TextEncoder();

async function hmacSha256(secret: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, Uint8Array.from(data)));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** `X-Hub-Signature` over the exact bytes sent: `sha256=` and 64 lower-case hex digits (W3C WebSub). */
export async function hubSignature(body: Uint8Array, secret: string): Promise<string> {
  return `sha256=${toHex(await hmacSha256(encoder.encode(secret), body))}`;
}

/**
 * True when `signature` is the `X-Hub-Signature` of exactly these bytes under one of the secrets.
 * Verify before parsing, on the raw bytes. A missing signature or an empty list of secrets is false.
 */
export async function verifyHubSignature(
  body: Uint8Array,
  signature: string | null | undefined,
  secrets: readonly string[],
): Promise<boolean> {
  if (!signature) return false;
  let valid = false;
  for (const secret of secrets) {
    if (secret && (await sameSecret(await hubSignature(body, secret), signature))) valid = true;
  }
  return valid;
}

/** The key that a secret stands for; null where `whsec_` is not followed by base64. */
function standardSecretBytes(secret: string): Uint8Array | null {
  if (!secret.startsWith("whsec_")) return encoder.encode(secret);
  const base64 = secret.slice("whsec_".length).replaceAll("-", "+").replaceAll("_", "/");
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * True when the Standard Webhooks headers are valid for these bytes: one `v1,` signature over `id.timestamp.body` matches
 * one of the secrets, and the timestamp lies within `toleranceSeconds` of `now`. It covers time, which `X-Hub-Signature` does not.
 */
export async function verifyStandardWebhook(
  body: Uint8Array,
  headers: Headers,
  secrets: readonly string[],
  now: Date,
  toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS,
): Promise<boolean> {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature")?.split(" ") ?? [];
  if (!id || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;

  const prefix = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  let valid = false;
  for (const secret of secrets) {
    const key = standardSecretBytes(secret);
    if (!key || key.length === 0) continue;
    const expected = `v1,${toBase64(await hmacSha256(key, signed))}`;
    for (const signature of signatures) if (await sameSecret(expected, signature)) valid = true;
  }
  return valid;
}

/**
 * True when the hub sent exactly these bytes: `X-Hub-Signature`, or a fresh `webhook-signature`, is valid under one of the secrets. Either
 * is enough, so that a secret can be changed on both sides in any order.
 */
export async function verifyWebhook(
  body: Uint8Array,
  headers: Headers,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const [overBody, overTime] = await Promise.all([
    verifyHubSignature(body, headers.get("x-hub-signature"), secrets),
    verifyStandardWebhook(body, headers, secrets, now),
  ]);
  return overBody || overTime;
}

const typeOf = (value: unknown): string | null =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" ? value.type : null;

/** What a verified body says; null when it does not follow the contract. What is of a kind made later is `unknown`: answer it 200. */
export function parseWebhook(body: Uint8Array): Webhook | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
  const type = typeOf(json);
  switch (type) {
    case null:
      return null;
    case "identity.updated": {
      const { data: event } = IdentityUpdated.safeParse(json);
      return event ? { kind: type, event } : null;
    }
    case "hub.test": {
      const { data: event } = HubTest.safeParse(json);
      return event ? { kind: type, event } : null;
    }
    default: {
      const { data: event } = RelayedEvent.safeParse(json);
      if (event && !/^(identity|hub)\./.test(type)) return { kind: "relayed", event };
      // After that: a tool may send an event of the same type, and it names its source.
      const change = EntitlementGranted.safeParse(json).data ?? EntitlementRevoked.safeParse(json).data;
      return change ? { kind: "entitlement", event: change } : { kind: "unknown", type };
    }
  }
}
