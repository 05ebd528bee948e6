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
const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

type TimeAgoProps = { value: string | Date; now: string | Date; className?: string };

/** A moment as seen from `now` ("3 hours ago", "in 2 days"), with date and time in UTC as its title. Server and browser render the same text. */
export function TimeAgo({ value, now, className }: TimeAgoProps) {
  const moment = new Date(value);
  return (
    <time dateTime={moment.toISOString()} title={`${absolute.format(moment)} UTC`} className={className}>
      {timeAgo(moment, new Date(now))}
    </time>
  );
}

/** The distance from `now` to `moment` in the largest unit that fits, rounded down; under a minute it is "just now" or "within a minute". */
export function timeAgo(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000;
  const fitting = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (fitting) return relative.format(Math.trunc(seconds / fitting[1]), fitting[0]);
  return seconds > CLOCKS_DIFFER_BY ? "within a minute" : "just now";
}
