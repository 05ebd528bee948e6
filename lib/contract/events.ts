// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { Timestamp, Uuid } from "./primitives.js";

/** Largest event, in bytes of JSON, alone or in a batch. */
export const MAX_EVENT_BYTES = 65_536;
/** Largest number of events in one batch. */
export const MAX_BATCH_EVENTS = 500;
/** Largest body of one batch, in bytes of JSON. */
export const MAX_BATCH_BYTES = 1_048_576;

const MAX_DEPTH = 32;
/** By a pattern, since older compilers do not know `isWellFormed`. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Says why a value cannot be stored losslessly as JSON, or null: NUL, a lone surrogate, too deep, or a number that is not finite. */
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

/** Free JSON object of an event, kept key by key as it came; refused when it could not be stored without loss. */
export const EventPayload = z
  .custom<Record<string, unknown>>(isObject, "must be an object")
  .superRefine((value, context) => {
    const reason = unstorableReason(value);
    if (reason) context.addIssue({ code: "custom", message: reason });
  })
  .meta({ override: { type: "object", additionalProperties: true }, description: "Free JSON, at most 32 levels deep" });

/** Words of lower-case letters, digits, `-` and `_`, joined by dots, 1 to 100 characters; `identity.*` and `hub.*` are the hub's own. */
export const EventType = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, "must be words of lower-case letters, digits, - and _, joined by dots")
  .refine((type) => !/^(identity|hub)(\.|$)/.test(type), "identity.* and hub.* are the hub's own")
  .meta({ example: "asset.approved" });

/** Version 1 event: a locked schema, unknown keys are refused. */
export const Event = z
  .strictObject({
    brand_id: Uuid.meta({ description: "A brand that the tool is entitled to" }),
    type: EventType,
    occurred_at: Timestamp.meta({ description: "When it happened" }),
    idempotency_key: z
      .string()
      .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
      .meta({ description: "Re-sending the same key is a no-op", example: "asset-482-approved" }),
    trace_id: z
      .string()
      .min(1)
      .max(128)
      .refine((value) => unstorableReason(value) === null, "must be storable text")
      .optional()
      .meta({ description: "Passed on with the event, to follow it through several tools" }),
    payload: EventPayload,
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;

const utf8 = new TextEncoder();

/** How many bytes a value takes as JSON. */
export const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value)).length;

/** Its events are those that would be taken alone: what is passed on to other tools is as large either way. */
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

/** Version 0 event: loose, other keys are ignored. */
export const LooseEvent = z
  .object({
    type: z
      .string()
      .min(1)
      .max(100)
      .refine((value) => unstorableReason(value) === null, "must be storable text"),
    // No default in the schema: it would make generated clients ask for what may be left out.
    payload: EventPayload.optional().transform((payload) => payload ?? {}),
  })
  .meta({ id: "LooseEvent" });
export type LooseEvent = z.infer<typeof LooseEvent>;

const deduped = z.boolean().meta({ description: "true when the key was already seen" });

export const EventAccepted = open(z.object({ ok: z.literal(true), deduped }).meta({ id: "EventAccepted" }));
export const EventBatchAccepted = open(
  z
    .object({ ok: z.literal(true), results: z.array(z.object({ deduped })) })
    .meta({ id: "EventBatchAccepted", description: "One result for each event, in the order sent" }),
);
