/** Paths of entries that people named. */
const NAMED =
  /^(?:colors\.(?:palette|scales|print|dark|gradients|rules)|logos\.(?:items|checks)|assets|typography\.fonts|foundations\.\w+)\./;
const STEP = " · ";

/** Splits `Colour · Alder green` into the hub's `Colour · ` and the name that people chose, if any. */
export function labelPieces({ path, label }: { path: string; label: string }): { words: string; name: string } {
  if (!NAMED.test(path)) return { words: label, name: "" };
  const end = label.includes(STEP) ? label.indexOf(STEP) + STEP.length : 0;
  return { words: label.slice(0, end), name: label.slice(end) };
}
