export { type Ingested, ingestEvents } from "./ingest-events";
export { ingestLooseEvent } from "./ingest-loose-event";
export { type EventDetails, type EventQuery, type EventSummary, getEvent, listEvents } from "./list-events";
