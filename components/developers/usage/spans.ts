/** How far back the picture of usage goes, and how wide its bars are. */
export const SPANS = {
  "24h": { label: "24 hours", hours: 24, stepHours: 1, per: "hour" },
  "7d": { label: "7 days", hours: 7 * 24, stepHours: 6, per: "6 hours" },
  "30d": { label: "30 days", hours: 30 * 24, stepHours: 24, per: "day" },
} as const;

export type SpanName = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as SpanName[];
export type Span = (typeof SPANS)[SpanName];
