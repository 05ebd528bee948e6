/** Joins element ids into one value for `aria-describedby` and its kin; undefined when there is none. */
export function joinIds(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
/** Joins class names and leaves out what is false, null, undefined or empty. Later names do not override earlier ones: pass layout classes only. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
