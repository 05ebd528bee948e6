let lastMs = Number.NaN;
let lastText = "";

/** A moment as ISO 8601 has it; written once for all that happens in one millisecond. */
export function isoText(moment: Date | number): string {
  const ms = moment.valueOf();
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
