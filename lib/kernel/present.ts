/** Taken before Next puts one of its own in its place, which asks with each use what it is rendering: on the way of each request. */
const { Date: PlainDate } = globalThis;

let lastMs = Number.NaN;
let lastText = "";

/** This moment, for whoever begins something and passes it on. */
export const present = (): Date => new PlainDate();

/** A moment as ISO 8601 has it; written once for all that happens in one millisecond. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
