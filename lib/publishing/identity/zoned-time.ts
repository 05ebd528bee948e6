export interface ZonedTime {
  /** `2026-03-29`. */
  date: string;
  /** `02:30`. */
  time: string;
  /** An IANA zone: `Europe/Berlin`, `UTC`. */
  zone: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** False for offsets such as `+02:00`, which have no daylight saving time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The local time as if it were UTC, in milliseconds. */
function shownAt(moment: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/** Earlier first. Two where clocks go back, none where they go forward past it or the input is invalid. */
export function momentsOf({ date, time, zone }: ZonedTime): Date[] {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(wanted) || !isZone(zone)) return [];
  if (new Date(wanted).toISOString().slice(0, 10) !== date) return [];
  const guesses = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - (shownAt(new Date(near), zone) - near));
  return [...new Set(guesses)]
    .sort((one, other) => one - other)
    .map((ms) => new Date(ms))
    .filter((moment) => shownAt(moment, zone) === wanted);
}

export function zonedTimeOf(moment: Date, zone: string): ZonedTime {
  const [date = "", rest = ""] = new Date(shownAt(moment, zone)).toISOString().split("T");
  return { date, time: rest.slice(0, 5), zone };
}

/** `29 Mar 2026, 03:30 (Europe/Berlin, GMT+2)`. The offset tells repeated hours apart. */
export function zonedText(moment: Date, zone: string): string {
  const text = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(
    moment,
  );
  return `${text} (${zone.replaceAll("_", " ")}, ${offsetName(moment, zone)})`;
}

/** `GMT+2`. */
export function offsetName(moment: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
}
