/** How often an event's idempotency key came again. */
export function repeatedWords(duplicates: number): string {
  if (duplicates === 0) return "Never";
  return duplicates === 1 ? "Once" : `${duplicates.toLocaleString("en")} times`;
}
