export type ReadText = { value: string } | { problem: string; proposal?: string };

const SCHEME = /^https?:\/\//i;

/** An address that a browser can open, as somebody wrote it; without its scheme, the same with one is proposed. Empty says nothing. */
export function readWebsite(input: string): ReadText {
  const text = input.trim();
  if (text === "") return { value: "" };
  const address = SCHEME.test(text) ? text : `https://${text}`;
  const url = /\s/.test(text) || !URL.canParse(address) ? null : new URL(address);
  if (!url || url.username || !/^[^.].*\.[^.]/.test(url.hostname))
    return { problem: "This is no web address, so it is not saved. Write it like https://example.com." };
  if (SCHEME.test(text)) return { value: text };
  return { problem: "A web address begins with https://, so this is not saved.", proposal: address };
}
