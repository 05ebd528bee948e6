import { request } from "node:http";
import { createServer } from "node:https";
import { pipeline } from "node:stream";
import { listen } from "./listen";

/** A TLS proxy in front of a local server. It streams requests and responses unchanged. */
export async function startTlsFront(certificate: { key: string; cert: string }) {
  let target: number | null = null;
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    // No keep-alive: the server may close an idle connection unnoticed.
    const to = { host: "localhost", port: target, agent: false };
    const onward = request({ ...to, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    // If either side disconnects, close the other.
    pipeline(incoming, onward, (error) => error && outgoing.destroy());
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
  });
  const { port, close } = await listen(server);
  return {
    port,
    close,
    /** Sets the server's port. Its base URL contains the proxy's port, so the proxy starts first. */
    leadTo(port: number): void {
      target = port;
    },
  };
}
