import { createServer } from "node:http";
import { connect } from "node:net";
import { neonConfig } from "@neondatabase/serverless";
import { createWebSocketStream, WebSocketServer } from "ws";
import { listen } from "./listen";

/**
 * Replaces Vercel's database endpoint: forwards WebSocket bytes to the named PostgreSQL server. Vercel's driver in this
 * process uses it until it is closed.
 */
export async function createWebsocketProxy(): Promise<{ close: () => Promise<void> }> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, request) => {
    const address = new URL(request.url ?? "/", "http://localhost").searchParams.get("address") ?? "";
    const [host, port] = address.split(":");
    const stream = createWebSocketStream(socket);
    const upstream = connect(Number(port), host);
    stream.on("error", () => upstream.destroy());
    upstream.on("error", () => stream.destroy());
    stream.pipe(upstream).pipe(stream);
  });
  const { port, close } = await listen(server);
  const before = { ...neonConfig };
  neonConfig.wsProxy = (host, dbPort) => `localhost:${port}/v1?address=${host}:${dbPort}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  neonConfig.pipelineTLS = false;
  return {
    async close() {
      Object.assign(neonConfig, before);
      sockets.close();
      await close();
    },
  };
}
