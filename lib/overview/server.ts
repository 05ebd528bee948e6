export { readOverview } from "./read-overview";
