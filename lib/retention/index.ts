export { daysText, NO_RETENTION, type Retention } from "./retention";
