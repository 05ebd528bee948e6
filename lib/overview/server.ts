export { readHubOverview } from "./read-hub-overview";
export { readOverview } from "./read-overview";
