import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { makeTemplate } from "./embedded-template";
import { startPostgres } from "./postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with what the run makes once, at its path; the first question makes it. */
    madeOnce: string;
  }
}

interface Made {
  value: string;
  remove: () => Promise<void>;
}

const makers: Record<string, () => Promise<Made>> = {
  "/embedded-template": makeTemplate,
  "/postgres": async () => {
    const { templateUrl, stop } = await startPostgres();
    return { value: templateUrl, remove: stop };
  },
};

/** vitest's global setup: what is dear is made once for the run, by the first test file that wants it, and removed at the end. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<Made>>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const maker = makers[path];
    if (!maker) return void response.writeHead(404).end(`nobody makes ${path}`);
    const making = made.get(path) ?? maker();
    made.set(path, making);
    making.then(
      ({ value }) => response.end(value),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provide("madeOnce", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    for (const making of made.values()) await (await making.catch(() => undefined))?.remove();
  };
}
