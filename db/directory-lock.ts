import { createHash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Another living process holds this data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";

  constructor(directory: string) {
    super(
      `Another hub is running on the data directory ${directory}. Stop it first, or set HUB_DATA_DIR to another folder.`,
    );
  }
}

/** Longest path of a local socket that every system takes. */
const MAX_SOCKET_PATH = 100;

/** Path of a local socket of this name that belongs to a directory: in it, or elsewhere where that path would be too long. */
export function localSocketPath(directory: string, name: string): string {
  const absolute = resolve(directory);
  const unique = `brand-identity-${name}-${createHash("sha256").update(absolute).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${unique}`;
  const inside = relative(process.cwd(), join(absolute, `${name}.sock`));
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH ? inside : join(tmpdir(), `${unique}.sock`);
}

const socketPath = (directory: string): string => localSocketPath(directory, "hub");

/** What the process that listens there says, or null when none does. */
function askHolder(path: string): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect(path);
    let said = "";
    socket.setEncoding("utf8").setTimeout(2_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", () => done(null));
    socket.on("close", () => done(said || null));
  });
}

/** True while a living process holds the directory. */
export async function isDirectoryHeld(directory: string): Promise<boolean> {
  return (await askHolder(socketPath(directory))) !== null;
}

function listen(path: string, greeting: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(greeting);
    });
    server.once("error", fail);
    server.listen(path, () => done(server));
    server.unref();
  });
}

/**
 * Holds a directory for this process until `release`, or until the process dies in whatever way.
 *
 * The holder listens on a local socket, which the kernel closes with its process: a dead one's lock never blocks, and no
 * process number can be mistaken for another's. @throws DataDirectoryInUse while another process lives on it.
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  const path = socketPath(directory);
  const greeting = randomUUID();
  let server: Server;
  try {
    server = await listen(path, greeting);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (await askHolder(path)) throw new DataDirectoryInUse(directory);
    rmSync(path, { force: true });
    server = await listen(path, greeting).catch(() => {
      throw new DataDirectoryInUse(directory);
    });
    // Two starters may both have found the dead socket: the one whose socket was removed by the other steps back.
    await delay(100);
    if ((await askHolder(path)) !== greeting) {
      server.close();
      throw new DataDirectoryInUse(directory);
    }
  }
  return { release: () => new Promise((done) => server.close(() => done())) };
}
