import { request } from "node:http";
import { createServer } from "node:https";
import { pipeline } from "node:stream";
import { listen } from "./listen";

/** What stands before a server of this machine where people reach it by https: passes each request on as it came, and the answer as it flows. */
export async function startTlsFront(certificate: { key: string; cert: string }) {
  let target: number | null = null;
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    // A connection of its own: one that is kept open may be closed over there, unseen until it is used again.
    const to = { host: "localhost", port: target, agent: false };
    const onward = request({ ...to, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    // Whoever left, on either side, takes the other along.
    pipeline(incoming, onward, (error) => error && outgoing.destroy());
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
  });
  const { port, close } = await listen(server);
  return {
    port,
    close,
    /** The port on which the server behind it listens: what it says of itself has this one's address, so that comes first. */
    leadTo(port: number): void {
      target = port;
    },
  };
}
