import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { SharedResource } from "./shared-resources";

/**
 * Returns a resource shared by the run. The first call creates it, however long that takes (`fetch` would give up after
 * 5 minutes).
 * @throws Error with the reason if creating it fails
 */
export async function sharedResource(name: SharedResource): Promise<string> {
  // No keep-alive: while this worker is busy, the server may close an idle connection unnoticed.
  const asked = get(`${inject("sharedResources")}/${name}`, { agent: false });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(said);
  return said;
}
