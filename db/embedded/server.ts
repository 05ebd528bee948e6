import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/timing";
import { MAX_SOCKET_PATH } from "../directory-lock";
import { sqlStateOf } from "../errors";
import { CannotOpen } from "../explain-database-error";
import {
  type Binaries,
  clusterIn,
  DATABASE,
  ENVIRONMENT,
  endLeftover,
  giveToOwner,
  PORT,
  readPassword,
  STOP_SIGNALS,
  socketIn,
  USER,
} from "./cluster";

/**
 * Small, and safe against power loss. After a kill, opening replays at most one minute or 96 MB of writes. No
 * parallel workers.
 */
const SETTINGS = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  checkpoint_timeout: "60s",
  max_wal_size: "96MB",
  min_wal_size: "32MB",
  max_connections: "24",
  shared_buffers: "48MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  max_wal_senders: "0",
  max_worker_processes: "0",
  max_parallel_workers_per_gather: "0",
  autovacuum_worker_slots: "2",
  autovacuum_max_workers: "2",
  autovacuum_naptime: "5s",
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_checkpoints: "off",
  unix_socket_permissions: "0700",
};

const ASK_AGAIN_MS = 15;
const STARTED_WITHIN_MS = 120_000;
const ORPHANS_END_WITHIN_MS = 10_000;
const STILL_IN_USE = /pre-existing shared memory block|lock file .* already exists/;
/** Wrong user, password or database, or unreadable files: retrying won't help. */
const REFUSES = /^(28|3D|42)/;
const RESTART_AFTER_MS = { first: 100, most: 5_000 };
const KEPT_LINES = 20;

/** How often a running server is checked, its timeout, and the misses in a row after which it is stopped. */
export interface Probe {
  everyMs: number;
  withinMs: number;
  misses: number;
}
/** After SIGQUIT the server ends its own processes within 5 s. */
const KILL_AFTER_MS = 6_000;
const PROBE: Probe = { everyMs: 10_000, withinMs: 5_000, misses: 3 };

export interface EmbeddedServer {
  url: string;
  /** Stops it cleanly, or by force after a bounded time. */
  stop(): Promise<void>;
}

interface Address {
  settings: Record<string, string>;
  host: string;
  port: number;
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A socket in a folder closed to other users; on Windows a port on localhost. */
async function addressIn(home: string): Promise<Address> {
  if (process.platform === "win32") {
    const port = await freePort();
    const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) };
    return { settings, host: "127.0.0.1", port, remove: async () => {} };
  }
  const fits = Buffer.byteLength(socketIn(home)) <= MAX_SOCKET_PATH;
  const folder = fits ? home : await mkdtemp(join(tmpdir(), "hub-db-"));
  return {
    // This setting is a list; a folder's name may contain its separator.
    settings: {
      listen_addresses: "",
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      port: String(PORT),
    },
    host: folder,
    port: PORT,
    remove: async () => {
      if (!fits) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Stops the server once this process dies. It reads a pipe that only this process holds, and ignores signals to the
 * terminal's group.
 */
function endWithThisProcess(pid: number): ChildProcess | null {
  if (process.platform === "win32") return null;
  const script = 'trap "" HUP INT TERM; read -r _; kill -INT "$1"';
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    env: ENVIRONMENT,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.once("error", (err) => log.warn({ err }, "the database server will keep running if this process is killed"));
  watcher.stdin.on("error", () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return watcher;
}

/** Runs a cluster's server: restarts it when it ends unexpectedly, and stops it when it hangs. */
class Server implements EmbeddedServer {
  private child: ChildProcess | null = null;
  private said: string[] = [];
  private stopping = false;

  constructor(
    private readonly home: string,
    private readonly binaries: Binaries,
    private readonly address: Address,
    readonly url: string,
    private readonly probe: Probe,
  ) {}

  async start(): Promise<void> {
    const cluster = clusterIn(this.home);
    await endLeftover(this.home);
    await giveToOwner(this.home, this.binaries);
    const untilMs = performance.now() + ORPHANS_END_WITHIN_MS;
    while (!(await this.startOnce(cluster))) {
      const why = this.said.join("\n");
      if (!STILL_IN_USE.test(why) || performance.now() > untilMs)
        throw new CannotOpen(`The embedded database server doesn't start:\n${why}`);
      await delay(10 * ASK_AGAIN_MS);
    }
  }

  private async startOnce(cluster: string): Promise<boolean> {
    const { runner, postgres } = this.binaries;
    const [command = postgres, ...before] = [...runner, postgres];
    const settings = Object.entries({ ...SETTINGS, ...this.address.settings });
    const args = [...before, "-D", cluster, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    // A stop may have been requested while a leftover server was stopped.
    if (this.stopping) throw new CannotOpen("The hub is being stopped.");
    // Its own process group: Ctrl-C would stop it before the hub is done with it.
    const child = spawn(command, args, {
      cwd: this.home,
      env: ENVIRONMENT,
      stdio: ["ignore", "ignore", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.child = child;
    this.said = [];
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => this.hear(chunk));
    const ended = new Promise<void>((done) => {
      child.once("error", (error) => {
        this.said.push(error.message);
        done();
      });
      child.once("exit", () => done());
    });
    const watcher = child.pid === undefined ? null : endWithThisProcess(child.pid);
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
      watcher?.kill("SIGKILL");
    });
    for (const untilMs = performance.now() + STARTED_WITHIN_MS; !hasEnded; await delay(ASK_AGAIN_MS)) {
      if (await this.answers()) break;
      if (performance.now() > untilMs) throw new CannotOpen("The embedded database server doesn't answer.");
    }
    if (hasEnded) {
      await delay(ASK_AGAIN_MS);
      return false;
    }
    child.unref();
    (child.stderr as unknown as { unref(): void }).unref();
    void ended.then(() => this.revive());
    void this.watch(child);
    return true;
  }

  /**
   * True once it accepts a connection; with `refusing`, also once it refuses one.
   * @throws CannotOpen if retrying can't help
   */
  private async answers({ refusing = false } = {}): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on("error", () => {});
    try {
      await withTimeout(this.probe.withinMs, client.connect());
      return true;
    } catch (error) {
      const state = sqlStateOf(error);
      if (state !== null && !refusing && REFUSES.test(state))
        throw new CannotOpen(`The embedded database server refuses connections: ${(error as Error).message}.`);
      return refusing && state !== null;
    } finally {
      void client.end().catch(() => {});
    }
  }

  /** Stops a hanging server, which would otherwise block the hub for good. */
  private async watch(child: ChildProcess): Promise<void> {
    for (let missed = 0; missed < this.probe.misses; ) {
      await delay(this.probe.everyMs, undefined, { ref: false });
      if (this.stopping || this.child !== child || child.exitCode !== null || child.signalCode !== null) return;
      missed = (await this.answers({ refusing: true })) ? 0 : missed + 1;
    }
    log.error("the embedded database server does not answer; restarting it");
    child.kill("SIGQUIT");
    await delay(KILL_AFTER_MS, undefined, { ref: false });
    child.kill("SIGKILL");
  }

  private hear(chunk: string): void {
    const lines = chunk.split("\n").filter(Boolean);
    this.said = [...this.said, ...lines].slice(-KEPT_LINES);
    if (this.stopping) return;
    for (const line of lines)
      if (/ PANIC:|was terminated by signal/.test(line))
        log.error({ server: line }, "the embedded database server failed");
  }

  private async revive(): Promise<void> {
    for (let waitMs = RESTART_AFTER_MS.first; !this.stopping; waitMs = Math.min(2 * waitMs, RESTART_AFTER_MS.most)) {
      log.error({ server: this.said.slice(-3) }, "the embedded database server ended; restarting it");
      await delay(waitMs, undefined, { ref: false });
      if (this.stopping) return;
      try {
        await this.start();
        log.info("the embedded database server is running again");
        return;
      } catch (err) {
        log.error({ err }, "the embedded database server does not start");
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.ref();
      const ended = once(child, "exit");
      for (const [signal, withinMs] of STOP_SIGNALS) {
        child.kill(signal);
        const callOff = new AbortController();
        const tooLong = delay(withinMs, false, { signal: callOff.signal }).catch(() => true);
        const isOver = await Promise.race([ended.then(() => true), tooLong]);
        callOff.abort();
        if (isOver) break;
      }
    }
    await this.address.remove();
  }
}

/**
 * Starts the cluster's server and returns its address once it answers. Stops a killed hub's leftover server first.
 * @throws CannotOpen
 */
export async function startServer(home: string, binaries: Binaries, probe = PROBE): Promise<EmbeddedServer> {
  const path = await realpath(home);
  const address = await addressIn(path);
  const url = new URL(`postgres://${USER}:${await readPassword(path)}@localhost:${address.port}/${DATABASE}`);
  url.searchParams.set("host", address.host);
  const server = new Server(path, binaries, address, url.href, probe);
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}
