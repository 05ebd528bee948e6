type Group = Record<string, unknown>;

const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path, undefined where the way there ends early. */
export function readAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isGroup(value) ? value[String(key)] : undefined;
  }, root);
}

/**
 * A copy of `root` with the value at a path replaced; everything beside the path stays the same object. `undefined` removes the key, or
 * the entry of a list. Where the way there is missing, it is made of objects.
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
