/** How many deliveries are on their way again, as a sentence. */
export function replayedWords(count: number): string {
  if (count === 0) return "Nothing had failed since then";
  return `${count.toLocaleString("en")} ${count === 1 ? "delivery is" : "deliveries are"} on the way again`;
}
