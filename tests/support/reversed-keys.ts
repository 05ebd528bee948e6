/** The same value with the keys of every object in reverse order, as a database may return them. */
export const reversedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversedKeys)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, member]) => [key, reversedKeys(member)]),
        )
      : value;
