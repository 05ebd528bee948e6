export { ingestEvents } from "./ingest-events";
export { ingestLooseEvent } from "./ingest-loose-event";
export { getEvent, listEvents } from "./list-events";
