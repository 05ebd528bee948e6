import { chmod, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { localSocketPath } from "@/db/directory-lock";
import { log } from "@/lib/kernel/log";

const socketPath = (directory: string): string => localSocketPath(directory, "control");

/**
 * Answers the owner's own programs on this machine while the hub runs: a local socket in the data directory, which only its
 * owner may open. The caller holds the directory, so that a socket found there is a dead process's and may go.
 */
export async function openControlSocket(
  directory: string,
  describe: () => Promise<unknown>,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(directory);
  await rm(path, { force: true });
  const server = createServer((_request, response) => {
    describe().then(
      (description) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(description)),
      (err: unknown) => {
        log.error({ err }, "the control socket could not answer");
        response.writeHead(500).end();
      },
    );
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

/** What the hub that runs on the directory says, or null when none runs. @throws Error when it runs but cannot answer */
export function askRunningHub(directory: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const asked = request({ socketPath: socketPath(directory), path: "/", timeout: 10_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        response.statusCode === 200
          ? done(JSON.parse(text))
          : fail(new Error("The running hub could not answer; its log says why.")),
      );
    });
    asked.on("timeout", () => asked.destroy(new Error("The running hub did not answer within 10 seconds.")));
    asked.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" || error.code === "ECONNREFUSED" ? done(null) : fail(error),
    );
    asked.end();
  });
}
