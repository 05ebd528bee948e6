let OwnDate: DateConstructor | undefined;

/** Keeps the clock as it is now: Next puts one of its own in its place, which asks with each use what it is rendering, on the way of every request. */
export function keepClock(): void {
  OwnDate = Date;
}

/** This moment, for whoever begins something and passes it on. */
export const present = (): Date => new (OwnDate ?? Date)();

let lastMs = Number.NaN;
let lastText = "";

/** A moment as ISO 8601 has it; written once for all that happens in one millisecond. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
