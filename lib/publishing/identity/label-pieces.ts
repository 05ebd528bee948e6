/** What has a name that people gave it, by its path in a document. */
const NAMED =
  /^(?:colors\.(?:palette|scales|print|dark|gradients|rules)|logos\.(?:items|checks)|assets|typography\.fonts|foundations\.\w+)\./;
const STEP = " · ";

/** The label of a field or an entry taken apart: `Colour · ` is the hub's, `Alder green` the name that people gave it; empty where it has none. */
export function labelPieces({ path, label }: { path: string; label: string }): { words: string; name: string } {
  if (!NAMED.test(path)) return { words: label, name: "" };
  const end = label.includes(STEP) ? label.indexOf(STEP) + STEP.length : 0;
  return { words: label.slice(0, end), name: label.slice(end) };
}
