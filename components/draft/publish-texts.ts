import type { VersionEntry } from "@/lib/publishing";

/** Who hears of a version just published. */
export function notifiedText(tools: number): string {
  if (tools === 0) return "No tool is subscribed yet.";
  return `${tools} ${tools === 1 ? "tool" : "tools"} will be notified within a minute.`;
}

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Who published meanwhile, in a sentence: `Ada Lovelace and Grace Hopper published up to version 9 meanwhile`. */
export function publisherText(since: readonly VersionEntry[], version: number): string {
  const names = [...new Set(since.map(({ author }) => author ?? "Somebody"))];
  const who = names.length > 0 ? listed.format(names) : "Somebody";
  return `${who} published ${since.length > 1 ? "up to " : ""}version ${version} meanwhile`;
}
