import { inject } from "vitest";
import type {} from "./made-once";

/** What the run makes once under this path; the first to ask waits for it. @throws Error with why it could not be made */
export async function fromMaker(path: "/embedded-template" | "/postgres"): Promise<string> {
  const answer = await fetch(`${inject("madeOnce")}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
