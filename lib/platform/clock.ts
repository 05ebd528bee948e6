let OwnDate: DateConstructor | undefined;

/** Keeps the native `Date`; Next's checks the rendering state on every use. */
export function keepClock(): void {
  OwnDate = Date;
}

export const present = (): Date => new (OwnDate ?? Date)();

let lastMs = Number.NaN;
let lastText = "";

/** Cached per millisecond, since every log line needs it. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
