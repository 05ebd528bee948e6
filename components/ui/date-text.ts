/** How exactly a moment is told: "14 Mar 2026", or with the time, "14 Mar 2026, 09:26:53"; of what is of today the time alone, "09:26". */
export type Precision = "day" | "second" | "time";

const OPTIONS: Record<Precision, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: "medium" },
  second: { dateStyle: "medium", timeStyle: "medium" },
  time: { timeStyle: "short" },
};

/** The moment as it is read in a zone, by default in UTC, which server and browser write alike. */
export const momentText = (moment: Date, precision: Precision, timeZone = "UTC"): string =>
  new Intl.DateTimeFormat("en-GB", { ...OPTIONS[precision], timeZone }).format(moment);

/** The zone of whoever reads. In the browser alone, and not before hydration. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What stands in the title of a moment: in UTC, and once the reader's zone is known in that too. */
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
/** Seconds that what has happened may seem ahead of us, by another clock. */
const CLOCKS_DIFFER_BY = 5;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** The distance from `now` to `moment` in the largest unit that fits, rounded down; under a minute it is "just now" or "within a minute". */
export function timeAgo(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000;
  const fitting = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (fitting) return relative.format(Math.trunc(seconds / fitting[1]), fitting[0]);
  return seconds > CLOCKS_DIFFER_BY ? "within a minute" : "just now";
}
