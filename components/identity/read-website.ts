export type ReadText = { value: string } | { problem: string; proposal?: string };

const SCHEME = /^https?:\/\//i;

/** Parses a web address. Without a scheme, proposes one with `https://`. Empty input is valid. */
export function readWebsite(input: string): ReadText {
  const text = input.trim();
  if (text === "") return { value: "" };
  const address = SCHEME.test(text) ? text : `https://${text}`;
  const url = /\s/.test(text) || !URL.canParse(address) ? null : new URL(address);
  if (!url || url.username || !/^[^.].*\.[^.]/.test(url.hostname))
    return { problem: "Not saved. Enter a web address such as https://example.com." };
  if (SCHEME.test(text)) return { value: text };
  return { problem: "Not saved. A web address starts with https://.", proposal: address };
}
