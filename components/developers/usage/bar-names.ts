import type { Span } from "./spans";

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const dayAndHour = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** What a bar is called in a table: its start, in UTC. */
export const barName = (start: Date, { stepHours }: Span): string =>
  stepHours >= 24 ? day.format(start) : dayAndHour.format(start);

/** What stands below a bar; short, since there are few of them. */
export const tickName = (start: Date, { hours }: Span): string =>
  hours <= 24 ? hour.format(start) : day.format(start);
