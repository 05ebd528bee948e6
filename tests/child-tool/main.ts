import { join } from "node:path";
import { createApp } from "./app";
import { loadConfig, StartError } from "./config";
import { createStudioServer, listenOn } from "./server";
import { openStore } from "./store";
import { holdStore } from "./store-holder";
import { createStudio, reasonOf } from "./studio";

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function start(): Promise<void> {
  const config = await loadConfig(process.env);
  let ready: (app: ReturnType<typeof createApp>) => void = () => {};
  const app = new Promise<ReturnType<typeof createApp>>((resolve) => {
    ready = resolve;
  });
  // Listen first: the port locks the store, which two processes must never open.
  const server = createStudioServer(
    app,
    () => config.baseUrl,
    (error) => complain(error instanceof Error ? String(error.stack) : String(error)),
  );
  await listenOn(server, config.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(`Port ${config.port} is in use. Stop what runs there, or set CHILD_PORT to another port.`, {
      cause: error,
    });
  });
  await holdStore(config.storeDirectory, config.port);
  const store = await openStore(join(config.storeDirectory, "db"));
  const studio = createStudio(config, store);
  ready(createApp(studio));
  // Catch up with publishes whose webhook was missed.
  studio.client
    .listBrands()
    .then((brands) =>
      studio.cache.catchUp(
        studio.client,
        brands.map(({ id }) => id),
      ),
    )
    .catch((error: unknown) => complain(`The hub could not be asked what has changed: ${reasonOf(error)}`));

  say(
    `Brand Studio runs on ${config.baseUrl} as a child tool of the hub at ${config.hubUrl}, with credentials from ${config.source}.`,
  );
  if (config.baseUrl !== "http://localhost:4100") {
    say(`The hub must know it: webhook ${config.baseUrl}/webhooks/hub, hand-off ${config.baseUrl}/hub/callback.`);
  }

  const stop = async () => {
    studio.changes.close();
    server.close();
    server.closeAllConnections();
    await store.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

start().catch((error: unknown) => {
  complain(error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
});
