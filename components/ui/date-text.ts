/** `day`: "14 Mar 2026". `second`: "14 Mar 2026, 09:26:53". `time`: "09:26". */
export type Precision = "day" | "second" | "time";

const OPTIONS: Record<Precision, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: "medium" },
  second: { dateStyle: "medium", timeStyle: "medium" },
  time: { timeStyle: "short" },
};

/** Formats a moment, by default in UTC, which is the same on server and browser. */
export const momentText = (moment: Date, precision: Precision, timeZone = "UTC"): string =>
  new Intl.DateTimeFormat("en-GB", { ...OPTIONS[precision], timeZone }).format(moment);

/** The reader's time zone. Call it only in the browser, after hydration. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment's tooltip: in UTC, and also in the reader's zone once that is known. */
export function titleOf(moment: Date, zone: string | null): string {
  const inUtc = `${momentText(moment, "second")} UTC`;
  return zone === null ? inUtc : `${inUtc}; ${momentText(moment, "second", zone)} in ${zone.replaceAll("_", " ")}`;
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** Tolerated clock difference in seconds, for past moments that seem to be in the future. */
const CLOCKS_DIFFER_BY = 5;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * Returns the distance in the largest unit that fits, rounded down. Under a minute: "just now" or "within a minute".
 */
export function timeAgo(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000;
  const fitting = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (fitting) return relative.format(Math.trunc(seconds / fitting[1]), fitting[0]);
  return seconds > CLOCKS_DIFFER_BY ? "within a minute" : "just now";
}
