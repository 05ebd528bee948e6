/** Joins element IDs for attributes such as `aria-describedby`. Returns undefined if there are none. */
export function joinIds(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
/** Joins class names. Later names do not override earlier ones, so pass layout classes only. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
