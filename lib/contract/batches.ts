// SPDX-License-Identifier: MIT
import { type Event, jsonBytes, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "./events.js";

const ENVELOPE_BYTES = jsonBytes({ events: [] });

/**
 * Cuts events into batches that the hub takes, in order and with none left out: at most `MAX_BATCH_EVENTS` events and
 * `MAX_BATCH_BYTES` bytes of JSON each. One event that is too large by itself stands alone, for the hub to refuse.
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
