export type { Ingested } from "./ingest-events";
export type { EventDetails, EventQuery, EventSummary } from "./list-events";
