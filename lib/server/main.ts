import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type next from "next";
import { databaseTarget } from "@/db/client";
import { DataDirectoryInUse, isDirectoryHeld } from "@/db/directory-lock";
import { CannotOpen, explainDatabaseError } from "@/db/explain-database-error";
import { applyEnvironment, ConfigurationError, dataDirectory, embeddedDirectory, env } from "@/lib/platform/config/env";
import { explainError, keepClock } from "@/lib/platform/describe-error";
import { noRoomOf } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { ownFile } from "@/lib/platform/own-files";
import { usageOf } from "@/lib/platform/usage-of";
import { requireDataDirectory } from "@/lib/runtime/data-directory";
import { closeHub, contextOf } from "@/lib/runtime/hub";
import { ownVersion } from "@/lib/runtime/own-version";
import { beginStopping, stopping } from "@/lib/runtime/stopping";
import { ticksOf } from "@/lib/runtime/tick";
import { startTickLoop, stopTickLoop } from "@/lib/runtime/tick-loop";
import { backUpRunning, isHalfRestored } from "./backup/index";
import { openControlSocket } from "./control-socket";
import { describeDemo } from "./describe-demo";
import { examineRunning } from "./doctor/index";
import { embeddedEnvironment, refuseDemoSecrets } from "./embedded-secrets";
import { createHttpServer } from "./http-server";
import { type Listening, LOOPBACK_HOSTS, listenOn } from "./listen-on";
import { createListener, createStartingListener, type PassOn, type Started } from "./listener";
import { logConsole } from "./log-console";
import { createMetricsServer } from "./metrics-server";
import { prepareHub } from "./prepare-hub";
import { startTracing, stopTracing } from "./tracing";
import { startWatchdog } from "./watchdog";
import { welcome } from "./welcome";

/** What closes in that time is closed. */
const CLOSE_WITHIN_MS = 5_000;

/**
 * Answers for errors that nothing else answered for, whatever libraries have listeners of their own.
 *
 * An error thrown where nobody could catch it leaves its caller halfway through something, so that nothing of the process can be trusted any more:
 * it is logged, `close` gets five seconds, and the process ends with 1 for whoever runs it to start anew. A promise that was rejected while nobody looked
 * broke off by itself, and whoever needed it will hear: it is logged and counted, and the process goes on.
 */
function onUnhandledError(close: () => Promise<void>): void {
  let rejections = 0;
  let ending = false;
  process.on("unhandledRejection", (err) => {
    rejections += 1;
    log.error({ err, rejections }, "unhandled promise rejection; the process goes on");
  });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "the process ends after an error that nothing caught");
    if (ending) return;
    ending = true;
    void Promise.race([close().catch(() => {}), delay(CLOSE_WITHIN_MS)]).then(() => process.exit(1));
  });
}

/** One press of Ctrl-C arrives more than once: from the terminal, from npm, and from the starting script. */
const SAME_PRESS_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM, or end of the process that started this one, and then exits: with 0 once
 * `stop` is through, or at once with 130 at a second press.
 */
function onStopSignal(stop: () => Promise<void>): void {
  let firstMs: number | undefined;
  const handle = () => {
    if (firstMs !== undefined) {
      if (performance.now() - firstMs > SAME_PRESS_MS) process.exit(130);
      return;
    }
    firstMs = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explainError(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", handle).on("SIGTERM", handle);
  if (process.channel) {
    process.on("disconnect", handle);
    process.channel.unref();
  }
}

/** With a database server: how long requests are taken while those who send them find out that the process stops. */
const DRAIN_MS = 5_000;
/** How long requests and deliveries in flight may go on after that: a delivery takes 10 s at most. */
const GRACE_MS = 12_000;

/** The start failed for a reason that one sentence explains. */
class CannotStart extends Error {}

async function prepareEnvironment(directory: string | null): Promise<void> {
  if (!directory) return refuseDemoSecrets(dataDirectory());
  await requireDataDirectory(directory);
  if (await isDirectoryHeld(directory)) throw new DataDirectoryInUse(directory);
  if (isHalfRestored(directory))
    throw new CannotStart(`A backup was put into ${directory} by half: run ${usageOf("restore")} again.`);
  applyEnvironment(await embeddedEnvironment(directory));
}

/** Listens, or ends the start with a sentence that names the variables at fault. */
async function listen(
  server: Server,
  [portName, port]: [name: string, port: number],
  [hostName, hosts]: [name: string, hosts: Parameters<typeof listenOn>[2]],
): Promise<Listening> {
  try {
    return await listenOn(server, port, hosts);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new CannotStart(
        `${hostName} (${hosts.join(", ")}) is no address of this machine. Set one that is, or leave it out.`,
      );
    if (code === "EADDRINUSE")
      throw new CannotStart(`Port ${port} is in use. Stop what runs there, or set ${portName} to another.`);
    if (code === "EACCES")
      throw new CannotStart(`Port ${port} is not open to this user. Set ${portName} to 1024 or above.`);
    throw error;
  }
}

/** The embedded hub prints its sign-ins, so that nobody but this machine is to reach it unless somebody says so. */
const hostsOf = (isEmbedded: boolean) => (env.HUB_HOST ? [env.HUB_HOST] : isEmbedded ? LOOPBACK_HOSTS : [undefined]);

/** The metrics, where they have a port of their own. Gives what ends that. */
async function listenForMetrics(): Promise<() => Promise<unknown>> {
  if (!env.METRICS_PORT) return async () => {};
  const { server, stop } = createMetricsServer();
  await listen(server, ["METRICS_PORT", env.METRICS_PORT], ["METRICS_HOST", [env.METRICS_HOST]]);
  return () => stop(0);
}

/** Requests that come before everything is ready wait for it; probes are told, until the pages are loaded too. */
function whenReady(): { listener: RequestListener; ready: (passOn: PassOn, loading: Promise<unknown>) => void } {
  let ready: (passOn: PassOn, loading: Promise<unknown>) => void = () => {};
  const started = new Promise<Started>((resolve) => {
    ready = (passOn, loading) => resolve({ listener: createListener(passOn), loading });
  });
  return { listener: createStartingListener(started), ready };
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

async function loadPages(options: {
  dev: boolean;
  port: number;
  httpServer: Server;
}): Promise<ReturnType<typeof next>> {
  const { default: create } = await import("next");
  // Next listens for upgrades on the server it is given and lets those of no page hang: in production it gets an idle one.
  const httpServer = options.dev ? options.httpServer : createServer();
  const app = create({ ...options, dir: ownFile("."), httpServer, quiet: true });
  await (options.dev ? app.prepare() : withoutOutput(() => app.prepare()));
  return app;
}

const LAST_LINES_MS = 50;

async function start(dev: boolean): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  onStopSignal(async () => {
    beginStopping();
    log.info({ version: ownVersion() }, "the hub is stopping");
    for (const close of closers.reverse()) await close();
    log.info({ version: ownVersion() }, "the hub has stopped");
    // Lines are written beside, and the end of the process would cut the last of them.
    await delay(LAST_LINES_MS);
  });

  onUnhandledError(async () => {
    beginStopping();
    await closeHub();
  });

  keepClock();
  const startedMs = performance.now();
  const directory = embeddedDirectory();
  await prepareEnvironment(directory);
  closers.push(stopTracing);
  await startTracing();
  const { listener, ready } = whenReady();
  const http = createHttpServer(listener);
  const { port, closeOthers } = await listen(
    http.server,
    ["PORT", env.PORT],
    ["HUB_HOST", hostsOf(directory !== null)],
  );
  applyEnvironment({ HUB_BASE_URL: env.PORT === port ? env.HUB_BASE_URL : `http://localhost:${port}` });
  applyEnvironment({ NEXTAUTH_URL: env.HUB_BASE_URL });

  closers.push(closeHub);
  const hub = await prepareHub();
  const acting = () => contextOf(hub, { actor: { kind: "system", name: "start" }, now: new Date() });
  const describe = async () => (directory ? describeDemo(acting(), { directory }) : null);
  if (directory) {
    const control = await openControlSocket(directory, describe, {
      backup: (order) => backUpRunning(hub, directory, order),
      doctor: () => examineRunning(hub.database),
    });
    closers.push(() => control.close());
  }
  const described = describe();
  // It is waited for last, and by nobody where the hub is stopped before.
  described.catch(() => {});
  if (!dev) logConsole();
  const loading = loadPages({ dev, port, httpServer: http.server });
  // The API needs nothing of Next: whoever waits for it is answered while that is loaded.
  ready(async (request, response) => (await loading).getRequestHandler()(request, response), loading);
  const app = await loading;
  // The hub may have answered and been stopped meanwhile: nothing is begun that nobody would end.
  if (stopping().aborted) return;
  closers.push(() => app.close());
  closers.push(await listenForMetrics());
  // While developing the thread may compile for long, or stand at a breakpoint.
  if (!dev) startWatchdog();
  startTickLoop(...ticksOf(hub));
  hub.wakeUps.listen();
  closers.push(async () => {
    const deaf = hub.wakeUps.stopListening();
    const sent = stopTickLoop().then(() => Promise.all([deaf, hub.services.sending.settled()]));
    // Whoever sends requests here learns from the readiness, and from each answer, to send them elsewhere.
    http.tellClosing();
    await delay(env.HUB_DRAIN_MS ?? (directory ? 0 : DRAIN_MS));
    closeOthers();
    await Promise.all([http.stop(GRACE_MS), Promise.race([sent, delay(GRACE_MS)])]);
  });
  const ofRelease = { version: ownVersion(), node: process.version, database: databaseTarget(env).driver };
  const networks = env.WEBHOOK_ALLOWED_NETWORKS?.cidrs;
  if (networks) log.info({ networks }, "webhooks may reach private networks");
  log.info({ ...ofRelease, startMs: Math.round(performance.now() - startedMs) }, "the hub has started");
  // Where nobody looks, all lines are the log's; a demo's sign-in is wanted wherever it is printed.
  if (process.stdout.isTTY || directory) process.stdout.write(await welcome(acting(), await described));
}

start(process.argv.includes("--dev")).catch(async (error: unknown) => {
  // What breaks off because the hub is being stopped is no failure.
  if (stopping().aborted) return;
  const noRoom = noRoomOf(error);
  const explained = error instanceof CannotStart || error instanceof ConfigurationError || error instanceof CannotOpen;
  process.stderr.write(
    `${noRoom ? noRoom.message : explained ? error.message : (explainDatabaseError(error) ?? explainError(error))}\n`,
  );
  await closeHub().catch(() => {});
  process.exit(1);
});
