/** Joins element ids into one value for `aria-describedby` and its kin; undefined when there is none. */
export function joinIds(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
