import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

export interface Listening {
  port: number;
  sockets: ReadonlySet<Socket>;
  close: () => Promise<void>;
}

/** Starts any kind of server on a free loopback port. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // A client that hangs up on purpose must not crash the test process.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
