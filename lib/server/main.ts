import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { DataDirectoryInUse, isDirectoryHeld } from "@/db/directory-lock";
import { applyEnvironment, ConfigurationError, databaseSettings, embeddedDirectory, env } from "@/lib/config/env";
import { closeHub, contextOf } from "@/lib/hub/hub";
import { ticksOf } from "@/lib/hub/tick";
import { startTickLoop, stopTickLoop } from "@/lib/hub/tick-loop";
import { ownFile } from "@/lib/kernel/own-files";
import { openControlSocket } from "./control-socket";
import { describeDemo } from "./describe-demo";
import { embeddedEnvironment, refuseDemoSecrets } from "./embedded-secrets";
import { createHttpServer } from "./http-server";
import { type Listening, LOOPBACK_HOSTS, listenOn } from "./listen-on";
import { createListener, type PassOn } from "./listener";
import { onStopSignal } from "./on-stop-signal";
import { prepareHub } from "./prepare-hub";
import { welcome } from "./welcome";

/** How long requests and a tick in flight may go on after the stop. */
const GRACE_MS = 10_000;

let stopping = false;

/** The start failed for a reason that one sentence explains. */
class CannotStart extends Error {}

async function prepareEnvironment(directory: string | null): Promise<void> {
  if (!directory) return refuseDemoSecrets(databaseSettings().HUB_DATA_DIR);
  if (await isDirectoryHeld(directory)) throw new DataDirectoryInUse(directory);
  applyEnvironment(await embeddedEnvironment(directory));
}

/** The embedded hub prints its sign-ins, so that nobody but this machine is to reach it unless somebody says so. */
async function listen(server: Server, port: number, isEmbedded: boolean): Promise<Listening> {
  const { HUB_HOST } = env;
  try {
    return await listenOn(server, port, HUB_HOST ? [HUB_HOST] : isEmbedded ? LOOPBACK_HOSTS : [undefined]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (HUB_HOST && (code === "EADDRNOTAVAIL" || code === "ENOTFOUND"))
      throw new CannotStart(`HUB_HOST (${HUB_HOST}) is no address of this machine. Set one that is, or leave it out.`);
    if (code === "EADDRINUSE")
      throw new CannotStart(`Port ${port} is in use. Stop what runs there, or set PORT to another.`);
    if (code === "EACCES") throw new CannotStart(`Port ${port} is not open to this user. Set PORT to 1024 or above.`);
    throw error;
  }
}

/** Requests that come before everything is ready wait for it. */
function whenReady(): {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  ready: (passOn: PassOn) => void;
} {
  let ready: (passOn: PassOn) => void = () => {};
  const answers = new Promise<ReturnType<typeof createListener>>((resolve) => {
    ready = (passOn) => resolve(createListener(passOn));
  });
  return { listener: (request, response) => void answers.then((answer) => answer(request, response)), ready };
}

/** Next tells on standard output how long its configuration took to read, which nobody asked; errors go elsewhere. */
async function withoutOutput(work: () => Promise<void>): Promise<void> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
}

async function start(dev: boolean): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  onStopSignal(async () => {
    stopping = true;
    for (const close of closers.reverse()) await close();
  });

  const directory = embeddedDirectory();
  await prepareEnvironment(directory);
  const { listener, ready } = whenReady();
  const http = createHttpServer(listener);
  const { port, closeOthers } = await listen(http.server, env.PORT, directory !== null);
  applyEnvironment({ HUB_BASE_URL: env.PORT === port ? env.HUB_BASE_URL : `http://localhost:${port}` });
  applyEnvironment({ NEXTAUTH_URL: env.HUB_BASE_URL });

  closers.push(closeHub);
  const hub = await prepareHub();
  const acting = () => contextOf(hub, { actor: { kind: "system", name: "start" }, now: new Date() });
  const describe = async () => (directory ? describeDemo(acting(), { directory }) : null);
  if (directory) {
    const control = await openControlSocket(directory, describe);
    closers.push(() => control.close());
  }
  const described = describe();
  // Next listens for upgrades on the server it is given and lets those of no page hang: in production it gets an idle one.
  const app = next({ dev, dir: ownFile("."), port, httpServer: dev ? http.server : createServer(), quiet: true });
  await (dev ? app.prepare() : withoutOutput(() => app.prepare()));
  closers.push(() => app.close());
  ready(app.getRequestHandler());
  startTickLoop(...ticksOf(async () => hub));
  closers.push(() => {
    closeOthers();
    return Promise.all([http.stop(GRACE_MS), Promise.race([stopTickLoop(), delay(GRACE_MS)])]);
  });
  process.stdout.write(await welcome(acting(), await described));
}

start(process.argv.includes("--dev")).catch(async (error: unknown) => {
  // What breaks off because the hub is being stopped is no failure.
  if (stopping) return;
  const explained =
    error instanceof CannotStart || error instanceof ConfigurationError || error instanceof DataDirectoryInUse;
  process.stderr.write(`${explained ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  await closeHub().catch(() => {});
  process.exit(1);
});
