import { chmod, rm } from "node:fs/promises";
import { createServer, type RequestOptions, request } from "node:http";
import { text } from "node:stream/consumers";
import { localSocketPath } from "@/db/directory-lock";
import { log } from "@/lib/platform/log";
import { BackupRefused } from "./backup/manifest";

const socketPath = (directory: string): string => localSocketPath(directory, "control");

type Order = (input: unknown) => Promise<unknown>;

/**
 * Serves the owner's programs through a local socket in the data directory, which only its owner can open. The
 * caller holds the directory, so an existing socket is a dead process's and is removed.
 */
export async function openControlSocket(
  directory: string,
  describe: () => Promise<unknown>,
  orders: Readonly<Record<string, Order>> = {},
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(directory);
  await rm(path, { force: true });
  const server = createServer(async (request, response) => {
    try {
      const order = orders[request.url?.slice(1) ?? ""];
      const answer = order ? await order(JSON.parse(await text(request))) : await describe();
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    } catch (err) {
      const reason = err instanceof BackupRefused ? err.message : "";
      if (reason) log.warn({ reason }, "the control socket could not answer");
      else log.error({ err }, "the control socket could not answer");
      response.writeHead(500).end(reason);
    }
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(path, done);
  });
  if (process.platform !== "win32") await chmod(path, 0o600);
  server.unref();
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * The running hub's reply, or null if none runs.
 * @throws Error if it runs but can't answer
 */
export const askRunningHub = (directory: string): Promise<unknown> =>
  ask(directory, { path: "/", method: "GET", timeout: 10_000 });

/**
 * Makes the running hub do something, with no time limit; returns its reply, or null if none runs.
 * @throws Error with its reason if it refuses
 */
export const orderRunningHub = (directory: string, order: string, input: unknown): Promise<unknown> =>
  ask(directory, { path: `/${order}`, method: "POST" }, JSON.stringify(input));

function ask(directory: string, options: RequestOptions, body = ""): Promise<unknown> {
  return new Promise((done, fail) => {
    const asked = request({ socketPath: socketPath(directory), ...options }, async (response) => {
      const said = await text(response).catch(() => "");
      if (response.statusCode === 200 && response.complete) done(JSON.parse(said));
      else fail(new BackupRefused(said || "The running hub failed to answer. Its log says why."));
    });
    asked.on("timeout", () => asked.destroy(new Error("The running hub did not answer within 10 seconds.")));
    asked.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" || error.code === "ECONNREFUSED"
        ? done(null)
        : fail(error.code === "ECONNRESET" ? new BackupRefused("The hub ended before it answered.") : error),
    );
    asked.end(body);
  });
}
