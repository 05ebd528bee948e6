type Group = Record<string, unknown>;

const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a path, or undefined when the path doesn't exist. */
export function readAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isGroup(value) ? value[String(key)] : undefined;
  }, root);
}

/**
 * Returns a copy of `root` with the value at a path replaced. Everything off the path keeps its identity. `undefined`
 * removes the key or list entry. Missing parents become objects.
 */
export function writeAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    const next = writeAt(root[Number(key)], rest, value);
    return next === undefined ? root.toSpliced(Number(key), 1) : root.with(Number(key), next);
  }
  const group = isGroup(root) ? root : {};
  const next = writeAt(group[String(key)], rest, value);
  if (next !== undefined) return { ...group, [String(key)]: next };
  const { [String(key)]: _, ...left } = group;
  return left;
}
