import type { VersionEntry } from "@/lib/identity";

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Who published meanwhile, in a sentence: `Ada Lovelace and Grace Hopper published up to version 9 meanwhile`. */
export function publisherText(since: readonly VersionEntry[], version: number): string {
  const names = [...new Set(since.map(({ author }) => author ?? "Somebody"))];
  const who = names.length > 0 ? listed.format(names) : "Somebody";
  return `${who} published ${since.length > 1 ? "up to " : ""}version ${version} meanwhile`;
}
