/** A pressed checkbox: its id, its new state, and with Shift the id of the press before it. */
export type Press = { id: string; checked: boolean; from: string | null };

/** Returns the selection after a press. A range gets the state of the pressed box, in display order. */
export function afterPress(selected: ReadonlySet<string>, order: readonly string[], press: Press): Set<string> {
  const { id, checked, from } = press;
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b);
  const range = start === undefined || start < 0 ? [id] : order.slice(start, (end ?? start) + 1);
  const next = new Set(selected);
  for (const one of range) {
    if (checked) next.add(one);
    else next.delete(one);
  }
  return next;
}
