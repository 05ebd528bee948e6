import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type next from "next";
import { databaseTarget } from "@/db/client";
import { DataDirectoryInUse, isDirectoryHeld } from "@/db/directory-lock";
import { CannotOpen, explainDatabaseError } from "@/db/explain-database-error";
import { keepClock } from "@/lib/platform/clock";
import { applyEnvironment, ConfigurationError, dataDirectory, embeddedDirectory, env } from "@/lib/platform/config/env";
import { diskFullOf } from "@/lib/platform/disk-space";
import { explainError, log } from "@/lib/platform/log";
import { ownFile } from "@/lib/platform/private-file";
import { usageOf } from "@/lib/platform/usage-of";
import { ownVersion, requireDataDirectory } from "@/lib/runtime/data-directory";
import { closeHub, contextOf } from "@/lib/runtime/hub";
import { beginStopping, stopping } from "@/lib/runtime/stopping";
import { ticksOf } from "@/lib/runtime/tick";
import { startTickLoop, stopTickLoop } from "@/lib/runtime/tick-loop";
import { backUpRunning, isHalfRestored } from "./backup/index";
import { openControlSocket } from "./control-socket";
import { describeDemo, welcome } from "./describe-demo";
import { examineRunning } from "./doctor/index";
import { embeddedEnvironment, refuseDemoSecrets } from "./embedded-secrets";
import { createHttpServer } from "./http-server";
import { startTracing, stopTracing } from "./instrumentation-node";
import { type Listening, LOOPBACK_HOSTS, listenOn } from "./listen-on";
import { createListener, createMetricsServer, createStartingListener, type PassOn, type Started } from "./listener";
import { logConsole } from "./log-console";
import { prepareHub } from "./prepare-hub";
import { startWatchdog } from "./watchdog";

/** Time to close; the process then exits anyway. */
const CLOSE_WITHIN_MS = 5_000;

/**
 * Handles otherwise unhandled errors, regardless of libraries' listeners.
 * An uncaught exception may leave any state half changed: it is logged, `close` gets five seconds, and the process
 * exits with 1 for its supervisor to restart. An unhandled rejection stopped only its own work: it is logged and
 * counted.
 */
function onUnhandledError(close: () => Promise<void>): void {
  let rejections = 0;
  let ending = false;
  process.on("unhandledRejection", (err) => {
    rejections += 1;
    log.error({ err, rejections }, "unhandled promise rejection; the process goes on");
  });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "uncaught error; the process ends");
    if (ending) return;
    ending = true;
    void Promise.race([close().catch(() => {}), delay(CLOSE_WITHIN_MS)]).then(() => process.exit(1));
  });
}

/** One Ctrl-C arrives several times: from the terminal, npm and the start script. */
const SAME_PRESS_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM, or end of the parent process. Exits with 0 after `stop`, or at once
 * with 130 at a second Ctrl-C.
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

/** With a database server: how long requests are accepted while load balancers learn that the process stops. */
const DRAIN_MS = 5_000;
/** How long requests and deliveries in flight may then take; a delivery takes 10 s at most. */
const GRACE_MS = 12_000;

/** The start failed for a reason that fits one sentence. */
class CannotStart extends Error {}

async function prepareEnvironment(directory: string | null): Promise<void> {
  if (!directory) return refuseDemoSecrets(dataDirectory());
  await requireDataDirectory(directory);
  if (await isDirectoryHeld(directory)) throw new DataDirectoryInUse(directory);
  if (isHalfRestored(directory))
    throw new CannotStart(`The restore into ${directory} is incomplete. Run ${usageOf("restore")} again.`);
  applyEnvironment(await embeddedEnvironment(directory));
}

/**
 * Listens.
 * @throws CannotStart with the variables to change
 */
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
        `${hostName} (${hosts.join(", ")}) isn't an address of this machine. Correct it or leave it out.`,
      );
    if (code === "EADDRINUSE")
      throw new CannotStart(
        `Port ${port} is in use. Stop the program that uses it, or set ${portName} to another port.`,
      );
    if (code === "EACCES")
      throw new CannotStart(`This user can't open port ${port}. Set ${portName} to 1024 or above.`);
    throw error;
  }
}

/** The embedded hub prints its sign-ins, so by default only this machine can reach it. */
const hostsOf = (isEmbedded: boolean) => (env.HUB_HOST ? [env.HUB_HOST] : isEmbedded ? LOOPBACK_HOSTS : [undefined]);

async function listenForMetrics(): Promise<() => Promise<unknown>> {
  if (!env.METRICS_PORT) return async () => {};
  const { server, stop } = createMetricsServer();
  await listen(server, ["METRICS_PORT", env.METRICS_PORT], ["METRICS_HOST", [env.METRICS_HOST]]);
  return () => stop(0);
}

/** Requests wait until the hub is ready; probes are answered in the meantime. */
function whenReady(): { listener: RequestListener; ready: (passOn: PassOn, loading: Promise<unknown>) => void } {
  let ready: (passOn: PassOn, loading: Promise<unknown>) => void = () => {};
  const started = new Promise<Started>((resolve) => {
    ready = (passOn, loading) => resolve({ listener: createListener(passOn), loading });
  });
  return { listener: createStartingListener(started), ready };
}

/** Next prints how long its configuration took to load; its errors go elsewhere. */
async function silenceStdout(work: () => Promise<void>): Promise<void> {
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
  // Next listens for upgrades on its server and leaves unknown ones hanging, so in production it gets an idle server.
  const httpServer = options.dev ? options.httpServer : createServer();
  const app = create({ ...options, dir: ownFile("."), httpServer, quiet: true });
  await (options.dev ? app.prepare() : silenceStdout(() => app.prepare()));
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
    // Log lines are written asynchronously; exiting would lose the last ones.
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
  // Awaited last, or never if the hub stops before.
  described.catch(() => {});
  if (!dev) logConsole();
  const loading = loadPages({ dev, port, httpServer: http.server });
  // The API doesn't need Next, so its requests are answered while Next loads.
  ready(async (request, response) => (await loading).getRequestHandler()(request, response), loading);
  const app = await loading;
  // The hub may already be stopping, and nothing would end what starts now.
  if (stopping().aborted) return;
  closers.push(() => app.close());
  closers.push(await listenForMetrics());
  // In development a long compile or a breakpoint may block the thread.
  if (!dev) startWatchdog();
  startTickLoop(...ticksOf(hub));
  hub.wakeUps.listen();
  closers.push(async () => {
    const deaf = hub.wakeUps.stopListening();
    const sent = stopTickLoop().then(() => Promise.all([deaf, hub.services.sending.settled()]));
    // Readiness and each response now tell clients to go elsewhere.
    http.announceClosing();
    await delay(env.HUB_DRAIN_MS ?? (directory ? 0 : DRAIN_MS));
    closeOthers();
    await Promise.all([http.stop(GRACE_MS), Promise.race([sent, delay(GRACE_MS)])]);
  });
  const ofRelease = { version: ownVersion(), node: process.version, database: databaseTarget(env).driver };
  const networks = env.WEBHOOK_ALLOWED_NETWORKS?.cidrs;
  if (networks) log.info({ networks }, "webhooks may reach private networks");
  log.info({ ...ofRelease, startMs: Math.round(performance.now() - startedMs) }, "the hub has started");
  // Without a terminal all output goes to the log, but a demo's sign-in is always printed.
  if (process.stdout.isTTY || directory) process.stdout.write(await welcome(acting(), await described));
}

start(process.argv.includes("--dev")).catch(async (error: unknown) => {
  // Errors caused by stopping are expected.
  if (stopping().aborted) return;
  const diskFull = diskFullOf(error);
  const explained = error instanceof CannotStart || error instanceof ConfigurationError || error instanceof CannotOpen;
  process.stderr.write(
    `${diskFull ? diskFull.message : explained ? error.message : (explainDatabaseError(error) ?? explainError(error))}\n`,
  );
  await closeHub().catch(() => {});
  process.exit(1);
});
