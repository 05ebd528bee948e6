// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { Timestamp, Uuid } from "./primitives.js";

/** Bytes of JSON, alone or in a batch. */
export const MAX_EVENT_BYTES = 65_536;
export const MAX_BATCH_EVENTS = 500;
/** Bytes of JSON. */
export const MAX_BATCH_BYTES = 1_048_576;

const MAX_DEPTH = 32;
/** Older compilers don't know `isWellFormed`. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns why a value can't be stored, or null: NUL, a lone surrogate, nesting too deep, a non-finite number. */
export function unstorableReason(value: unknown, depth = 0): string | null {
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
  if (typeof value === "string") {
    if (value.includes("\u0000")) return "contains a NUL character";
    return LONE_SURROGATE.test(value) ? "contains a lone surrogate" : null;
  }
  if (typeof value === "number") return Number.isFinite(value) ? null : "contains a number that is not finite";
  if (Array.isArray(value)) {
    for (const entry of value) {
      const reason = unstorableReason(entry, depth + 1);
      if (reason) return reason;
    }
    return null;
  }
  if (value && typeof value === "object") {
    for (const [key, entry] of Object.entries(value)) {
      const reason = unstorableReason(key) ?? unstorableReason(entry, depth + 1);
      if (reason) return reason;
    }
  }
  return null;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Any JSON object that can be stored without loss. */
export const EventPayload = z
  .custom<Record<string, unknown>>(isObject, "must be an object")
  .superRefine((value, context) => {
    const reason = unstorableReason(value);
    if (reason) context.addIssue({ code: "custom", message: reason });
  })
  .meta({ override: { type: "object", additionalProperties: true }, description: "Free JSON, at most 32 levels deep" });

/** 1 to 100 characters: lower-case letters, digits, `-`, `_` and dots. `identity.*` and `hub.*` are reserved. */
export const EventType = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, "must be words of lower-case letters, digits, - and _, joined by dots")
  .refine((type) => !/^(identity|hub)(\.|$)/.test(type), "identity.* and hub.* are the hub's own")
  .meta({ example: "asset.approved" });

/** Version 1 event. Unknown keys are refused. */
export const Event = z
  .strictObject({
    brand_id: Uuid.meta({ description: "A brand that your tool can read" }),
    type: EventType,
    occurred_at: Timestamp.meta({ description: "When it happened" }),
    idempotency_key: z
      .string()
      .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
      .meta({ description: "Sending the same key again has no effect", example: "asset-482-approved" }),
    trace_id: z
      .string()
      .min(1)
      .max(128)
      .refine((value) => unstorableReason(value) === null, "must be storable text")
      .optional()
      .meta({ description: "Passed on with the event, to trace it across tools" }),
    payload: EventPayload,
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;

const utf8 = new TextEncoder();

/** Size of a value in bytes of JSON. */
export const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value)).length;

/** Each event has the same size limit as an event sent alone. */
export const EventBatch = z
  .strictObject({
    events: z
      .array(Event)
      .min(1)
      .max(MAX_BATCH_EVENTS)
      .superRefine((events, context) => {
        for (const [index, event] of events.entries())
          if (jsonBytes(event) > MAX_EVENT_BYTES)
            context.addIssue({ code: "custom", path: [index], message: `is larger than ${MAX_EVENT_BYTES / 1024} KB` });
      }),
  })
  .meta({ id: "EventBatch" });

/** Version 0 event. Unknown keys are ignored. */
export const LooseEvent = z
  .object({
    type: z
      .string()
      .min(1)
      .max(100)
      .refine((value) => unstorableReason(value) === null, "must be storable text"),
    // A default would make generated clients require the field.
    payload: EventPayload.optional().transform((payload) => payload ?? {}),
  })
  .meta({ id: "LooseEvent" });
export type LooseEvent = z.infer<typeof LooseEvent>;

const deduped = z.boolean().meta({ description: "true if the key was already seen" });

export const EventAccepted = open(z.object({ ok: z.literal(true), deduped }).meta({ id: "EventAccepted" }));
export const EventBatchAccepted = open(
  z
    .object({ ok: z.literal(true), results: z.array(z.object({ deduped })) })
    .meta({ id: "EventBatchAccepted", description: "One result for each event, in the order sent" }),
);
