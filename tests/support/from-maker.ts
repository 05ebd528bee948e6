import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { MadeOnce } from "./made-once";

/** What this run makes once; the first to ask waits for it, however long (`fetch` gives up after 5 min). @throws Error with why it could not be made */
export async function fromMaker(name: MadeOnce): Promise<string> {
  // A connection of its own: one that is kept open may be closed while this worker is busy, unseen until it is used again.
  const asked = get(`${inject("madeOnce")}/${name}`, { agent: false });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(said);
  return said;
}
