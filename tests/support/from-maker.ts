import { inject } from "vitest";
import type { MadeOnce } from "./made-once";

/** What this run makes once; the first to ask waits for it. @throws Error with why it could not be made */
export async function fromMaker(name: MadeOnce): Promise<string> {
  const answer = await fetch(`${inject("madeOnce")}/${name}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
