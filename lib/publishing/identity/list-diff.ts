export type ListEntry<T> = { kind: "same" | "removed" | "added"; value: T } | { kind: "changed"; before: T; after: T };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Entries in their order in `after`, then removed ones. Different entries are paired if they are `alike`. */
export function diffList<T>(
  before: readonly T[],
  after: readonly T[],
  alike: (before: T, after: T) => boolean,
): ListEntry<T>[] {
  const left = [...before];
  const take = (fits: (entry: T) => boolean): T | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const kept = after.map((entry) => take((other) => same(other, entry)));
  const entries = after.map((entry, index): ListEntry<T> => {
    if (kept[index] !== undefined) return { kind: "same", value: entry };
    const partner = take((other) => alike(other, entry));
    return partner === undefined ? { kind: "added", value: entry } : { kind: "changed", before: partner, after: entry };
  });
  return [...entries, ...left.map((value): ListEntry<T> => ({ kind: "removed", value }))];
}
