const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** Rounded up: "45 seconds", "12 minutes", "3 hours". */
export function waitText(seconds: number): string {
  if (seconds <= 2 * MINUTE) return count(Math.max(1, Math.ceil(seconds)), "second");
  if (seconds <= 2 * HOUR) return count(Math.ceil(seconds / MINUTE), "minute");
  if (seconds <= 2 * DAY) return count(Math.ceil(seconds / HOUR), "hour");
  return count(Math.ceil(seconds / DAY), "day");
}
