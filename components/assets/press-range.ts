/** A checkbox that was pressed: whose, how it stands now, and where the press before was if this one reaches from there (Shift). */
export type Press = { id: string; checked: boolean; from: string | null };

/** What is selected after a press: of everything between both ends, in the order shown, the same as of the one pressed. */
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
