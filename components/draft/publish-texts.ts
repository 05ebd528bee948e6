import type { VersionEntry } from "@/lib/publishing";

export function notifiedText(tools: number): string {
  if (tools === 0) return "No tool is subscribed yet.";
  return `${tools} ${tools === 1 ? "tool" : "tools"} will be notified within a minute.`;
}

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns publishers published since the draft began: `Ada Lovelace and Grace Hopper published up to version 9`. */
export function publisherText(since: readonly VersionEntry[], version: number): string {
  const names = [...new Set(since.map(({ author }) => author ?? "Someone"))];
  const publishers = names.length > 0 ? listed.format(names) : "Someone";
  return `${publishers} published ${since.length > 1 ? "up to " : ""}version ${version}`;
}
