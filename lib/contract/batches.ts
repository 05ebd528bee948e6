// SPDX-License-Identifier: MIT
import { type Event, jsonBytes, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "./events.js";

const ENVELOPE_BYTES = jsonBytes({ events: [] });

/**
 * Splits events in order into batches within `MAX_BATCH_EVENTS` and `MAX_BATCH_BYTES`.
 * The hub refuses an event that is too large, so it gets its own batch.
 */
export function inBatches(events: readonly Event[]): Event[][] {
  const batches: Event[][] = [];
  let batch: Event[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const event of events) {
    const added = jsonBytes(event) + 1;
    if (batch.length > 0 && (batch.length === MAX_BATCH_EVENTS || bytes + added > MAX_BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = ENVELOPE_BYTES;
    }
    batch.push(event);
    bytes += added;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
