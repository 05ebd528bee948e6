// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { Digest, IdentityVersion, Slug, Timestamp, Uuid } from "./primitives.js";
import { sameSecret } from "./same-secret.js";
import { CHANGED_PARTS } from "./words.js";

export const ChangedPart = z.enum(CHANGED_PARTS);
export type ChangedPart = z.infer<typeof ChangedPart>;

/** Body of `identity.updated`. Ignore versions at or below yours: they can arrive out of order. */
export const IdentityUpdated = open(
  z
    .object({
      id: Uuid.meta({ description: "The same for all retries of a delivery" }),
      type: z.literal("identity.updated"),
      occurred_at: Timestamp.meta({ description: "When the version was published" }),
      brand_id: Uuid,
      brand_slug: Slug,
      identity_version: IdentityVersion.meta({ description: "The new version" }),
      previous_version: IdentityVersion.meta({ description: "The previous version" }),
      changed: z.array(ChangedPart).meta({ description: "The parts that changed" }),
      digest: Digest.optional().meta({ description: "SHA-256 of the version's canonical JSON in lower-case hex" }),
      test: z.literal(true).optional().meta({
        description: "Present if a person resent the current version to test the receiver. Nothing new was published.",
      }),
    })
    .meta({ id: "IdentityUpdated" }),
);
export type IdentityUpdated = z.infer<typeof IdentityUpdated>;

/** Body of `hub.test`, which a person sends from the hub. */
export const HubTest = open(
  z
    .object({
      id: Uuid.meta({ description: "The delivery's id" }),
      type: z.literal("hub.test"),
      occurred_at: Timestamp.meta({ description: "When the test was requested" }),
      brand_id: Uuid,
    })
    .meta({ id: "HubTest" }),
);
export type HubTest = z.infer<typeof HubTest>;

const entitlementWebhook = <Type extends string>(type: Type) =>
  z.object({
    id: Uuid.meta({ description: "The same for all retries of a delivery" }),
    type: z.literal(type),
    occurred_at: Timestamp.meta({
      description: "When access was granted or revoked, or the brand archived or restored",
    }),
    brand_id: Uuid,
    brand_slug: Slug,
  });

/** Body of `entitlement.granted`: the tool can read the brand. Events arrive in any order, so ask the hub. */
export const EntitlementGranted = open(entitlementWebhook("entitlement.granted").meta({ id: "EntitlementGranted" }));
export type EntitlementGranted = z.infer<typeof EntitlementGranted>;

/** Body of `entitlement.revoked`: the tool can't read the brand. Events arrive in any order, so ask the hub. */
export const EntitlementRevoked = open(entitlementWebhook("entitlement.revoked").meta({ id: "EntitlementRevoked" }));
export type EntitlementRevoked = z.infer<typeof EntitlementRevoked>;
export type EntitlementChanged = EntitlementGranted | EntitlementRevoked;

/** Body of an event relayed from another tool. */
export const RelayedEvent = open(
  z
    .object({
      id: Uuid.meta({ description: "The same for all retries of a delivery" }),
      type: z.string().meta({ description: "Type set by the sender" }),
      occurred_at: Timestamp.meta({ description: "When it happened, set by the sender" }),
      brand_id: Uuid,
      source_tool: Slug.meta({ description: "Slug of the tool that sent it" }),
      trace_id: z.string().nullable().meta({ description: "Trace id set by the sender, or null" }),
      payload: z.record(z.string(), z.unknown()).meta({ description: "Payload set by the sender" }),
    })
    .meta({ id: "RelayedEvent" }),
);
export type RelayedEvent = z.infer<typeof RelayedEvent>;

/** A webhook by kind. `type` can't distinguish them, because tools choose the types of their events. */
export type Webhook =
  | { kind: "identity.updated"; event: IdentityUpdated }
  | { kind: "hub.test"; event: HubTest }
  | { kind: "entitlement"; event: EntitlementChanged }
  | { kind: "relayed"; event: RelayedEvent }
  | { kind: "unknown"; type: string };

/** Maximum difference between `webhook-timestamp` and your clock, in seconds (Standard Webhooks). */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

const encoder = new TextEncoder();

async function hmacSha256(secret: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, Uint8Array.from(data)));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** Returns `X-Hub-Signature` for these bytes: `sha256=` and 64 lower-case hex digits. */
export async function hubSignature(body: Uint8Array, secret: string): Promise<string> {
  return `sha256=${toHex(await hmacSha256(encoder.encode(secret), body))}`;
}

/** True if `signature` is the `X-Hub-Signature` of the raw body under one of the secrets. Verify before parsing. */
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

/** Decodes a secret. null if the part after `whsec_` isn't base64. */
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
 * True if a `webhook-signature` matches the raw body under one of the secrets, and `webhook-timestamp` is within
 * `toleranceSeconds` of `now`.
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
 * True if `X-Hub-Signature` or a fresh `webhook-signature` matches the raw body under one of the secrets.
 * Either is enough, so you can rotate secrets in any order.
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

/** Parses a verified body. Returns null if it is invalid. Respond 200 to kind `unknown`. */
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
      // Checked last: tools' events can have this type, with a `source_tool`.
      const change = EntitlementGranted.safeParse(json).data ?? EntitlementRevoked.safeParse(json).data;
      return change ? { kind: "entitlement", event: change } : { kind: "unknown", type };
    }
  }
}
