import type { CredentialBudget } from "@/lib/platform/limits/credential-budget";

/** How far back the picture of usage goes, and how wide its bars are. */
export const SPANS = {
  "24h": { label: "24 hours", hours: 24, stepHours: 1, per: "hour" },
  "7d": { label: "7 days", hours: 7 * 24, stepHours: 6, per: "6 hours" },
  "30d": { label: "30 days", hours: 30 * 24, stepHours: 24, per: "day" },
} as const;

export type SpanName = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as SpanName[];
export type Span = (typeof SPANS)[SpanName];

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

export interface Budget extends CredentialBudget {
  /** What it may ask for in a minute, over the width of a bar. */
  perBar: number;
}

/** The budget over so many hours; null where requests are not counted. */
export const budgetOver = (budget: CredentialBudget, hours: number): Budget | null =>
  budget.perMinute === 0 ? null : { ...budget, perBar: budget.perMinute * 60 * hours };

/**
 * The top of the picture: the highest bar with some air; up to the budget where that still leaves the bars a quarter of the height.
 * A line far above everything would press the bars flat and show nothing but itself.
 */
export function topOf(highest: number, budget: Budget | null): number {
  const needed = Math.max(4, highest * 1.15);
  return budget && highest * 4 >= budget.perBar ? Math.max(needed, budget.perBar * 1.05) : needed;
}
