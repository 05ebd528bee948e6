import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { makeKit } from "../../lib/api/docs/kit/make-kit";
import { build, buildDocs } from "../../lib/server/cli/prepare.mjs";
import { requireProgram, requireRedis } from "../run/find-tools.mjs";
import { installedFolder } from "../run/install-tools.mjs";
import { startDebianPostgres } from "./debian-postgres";
import { makeTemplate } from "./embedded-template";
import { startPgBouncer } from "./pgbouncer";
import { migratedTemplate, startPostgres } from "./postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** URL that returns a shared resource by name. The first request creates it. */
    sharedResources: string;
  }
}

interface Made {
  value: string;
  remove?: () => Promise<void>;
}

const prepared = (prepare: () => Promise<unknown>) => async (): Promise<Made> => {
  await prepare();
  return { value: "" };
};

/** Resources too expensive to create per test file. A run creates only those its tests request. */
const makers = {
  "embedded-template": makeTemplate,
  async postgres() {
    const { templateUrl, stop } = await startPostgres();
    return { value: templateUrl, remove: stop };
  },
  async "postgres-15"() {
    const { url, stop } = await startDebianPostgres();
    return { value: await migratedTemplate(url), remove: stop };
  },
  /** In front of the run's PostgreSQL 18. */
  async pgbouncer(ask: (name: "postgres") => Promise<Made>) {
    const { value: templateUrl } = await ask("postgres");
    const { urlOf, stop } = await startPgBouncer(templateUrl);
    return { value: urlOf(templateUrl), remove: stop };
  },
  "contract-kit": async () => ({ value: JSON.stringify(await makeKit(process.cwd())) }),
  redis: prepared(requireRedis),
  promtool: prepared(() => requireProgram("promtool", "prometheus")),
  python: prepared(() => requireProgram("python3")),
  clients: async () => ({ value: await installedFolder("tests/clients") }),
  "kit-bundlers": async () => ({ value: await installedFolder("tests/kit/bundlers") }),
  "kit-compilers": async () => ({ value: await installedFolder("tests/kit/compilers") }),
  "kit-runtimes": async () => ({ value: await installedFolder("tests/kit/runtimes") }),
  "mcp-bridge": async () => ({ value: await installedFolder("tests/mcp-bridge") }),
  linters: async () => ({ value: await installedFolder("tests/linters") }),
  "api-pdf": prepared(buildDocs),
  "built-hub": prepared(build),
} satisfies Record<string, (ask: (name: "postgres") => Promise<Made>) => Promise<Made>>;

export type SharedResource = keyof typeof makers;

const isMade = (name: string): name is SharedResource => name in makers;

/** Vitest's global setup. Creates each shared resource on first request and removes all at the end. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const made = new Map<SharedResource, Promise<Made>>();
  const ask = (name: SharedResource): Promise<Made> => {
    const making = made.get(name) ?? makers[name](ask);
    made.set(name, making);
    return making;
  };
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? "";
    if (!isMade(name)) return void response.writeHead(404).end(`there is no shared resource ${name}`);
    ask(name).then(
      ({ value }) => response.end(value),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provide("sharedResources", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    // In reverse order, because resources can depend on earlier ones.
    for (const making of [...made.values()].reverse()) await (await making.catch(() => undefined))?.remove?.();
  };
}
