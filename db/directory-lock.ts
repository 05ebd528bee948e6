import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotOpen } from "./explain-database-error";

/** Another living process holds this data directory. */
export class DataDirectoryInUse extends CannotOpen {
  override readonly name = "DataDirectoryInUse";

  constructor(directory: string) {
    super(
      `Another hub is running on the data directory ${directory}. Stop it first, or set HUB_DATA_DIR to another folder.`,
    );
  }
}

/** Longest path of a local socket that every system takes. */
export const MAX_SOCKET_PATH = 100;

/** Path of a local socket of this name that belongs to a directory: in it, or elsewhere where that path would be too long. */
export function localSocketPath(directory: string, name: string): string {
  const absolute = resolve(directory);
  const unique = `brand-identity-${name}-${createHash("sha256").update(absolute).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${unique}`;
  const inside = relative(process.cwd(), join(absolute, `${name}.sock`));
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH ? inside : join(tmpdir(), `${unique}.sock`);
}

/** What a living process says of itself. */
type Stage = "starting" | "holding";

/** Its id in hexadecimal digits is the middle of a claim's file name; another name of the same length stands there until it listens. */
const ID_BYTES = 6;
const claimPath = (directory: string, id: string): string => localSocketPath(directory, `hub-${id}`);
const unheardPath = (directory: string, id: string): string => localSocketPath(directory, `new-${id}`);

/** One that is too busy to say where it stands within this time lives all the same. */
const ANSWER_WITHIN_MS = 1_000;
const ASK_AGAIN_MS = 20;
/** How long the first of several starters waits for the others to step back. */
const STEP_BACK_WITHIN_MS = 10_000;

/** Where the process that listens there stands; null only when the kernel says that none does. */
function askStage(path: string): Promise<Stage | null> {
  return new Promise((done) => {
    const socket = connect(path);
    let said = "";
    socket.setEncoding("utf8").setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED" || code === "ENOENT") done(null);
    });
    socket.on("close", () => done(said === "starting" ? "starting" : "holding"));
  });
}

/** Ids of the directory's claims, of living and of dead processes. */
function claimsOn(directory: string): string[] {
  const wildcard = "?".repeat(2 * ID_BYTES);
  const template = claimPath(directory, wildcard);
  if (!existsSync(dirname(template))) return [];
  const [before = "", after = ""] = basename(template).split(wildcard);
  const length = basename(template).length;
  return readdirSync(dirname(template))
    .filter((name) => name.length === length && name.startsWith(before) && name.endsWith(after))
    .map((name) => name.slice(before.length, name.length - after.length));
}

/** The living claims on a directory. A dead one goes: its id never comes again, so that nothing living is ever removed. */
async function livingClaims(directory: string, exceptId?: string): Promise<{ id: string; stage: Stage }[]> {
  const others = claimsOn(directory).filter((id) => id !== exceptId);
  const asked = await Promise.all(others.map(async (id) => ({ id, stage: await askStage(claimPath(directory, id)) })));
  return asked.flatMap(({ id, stage }) => {
    if (stage) return [{ id, stage }];
    rmSync(claimPath(directory, id), { force: true });
    return [];
  });
}

function listen(path: string, stage: () => Stage): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(stage());
    });
    server.once("error", fail);
    server.listen(path, () => done(server));
    server.unref();
  });
}

const close = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()));

/** Waits while others that came at the same time step back. @throws DataDirectoryInUse for one that holds, or comes first by its id */
async function waitToBeAlone(directory: string, id: string): Promise<void> {
  for (const untilMs = performance.now() + STEP_BACK_WITHIN_MS; ; await delay(ASK_AGAIN_MS)) {
    const others = await livingClaims(directory, id);
    if (others.length === 0) return;
    const isSecond = others.some((other) => other.stage === "holding" || other.id < id);
    if (isSecond || performance.now() > untilMs) throw new DataDirectoryInUse(directory);
  }
}

/** Pipes of Windows go with their process and are bound once: the name alone is the lock. */
const PIPE = "hub";

async function holdPipe(directory: string): Promise<Server> {
  return listen(localSocketPath(directory, PIPE), () => "holding").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new DataDirectoryInUse(directory) : error;
  });
}

/** True while a living process holds the directory, or is about to. */
export async function isDirectoryHeld(directory: string): Promise<boolean> {
  if (process.platform === "win32") return (await askStage(localSocketPath(directory, PIPE))) !== null;
  return (await livingClaims(directory)).length > 0;
}

/**
 * Holds a directory for this process until `release`, or until the process dies in whatever way.
 *
 * Each starter listens on a local socket of its own, which the kernel closes with its process, then looks for others: it
 * holds once it saw nobody else alive. Of two, whoever listened later sees the other, so that never both hold, however
 * long either is stopped in between; of several at once the first by id does. @throws DataDirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  if (process.platform === "win32") {
    const pipe = await holdPipe(directory);
    return { release: () => close(pipe) };
  }
  const id = randomBytes(ID_BYTES).toString("hex");
  let stage: Stage = "starting";
  const server = await listen(unheardPath(directory, id), () => stage);
  // What a command of root's left that was killed must not look alive to the hub's own user, who else may not ask it.
  chmodSync(unheardPath(directory, id), 0o666);
  // Only now under the name that others ask: what stands there has listened, and is dead if it does not.
  renameSync(unheardPath(directory, id), claimPath(directory, id));
  const release = async () => {
    rmSync(claimPath(directory, id), { force: true });
    await close(server);
  };
  try {
    await waitToBeAlone(directory, id);
  } catch (error) {
    await release();
    throw error;
  }
  stage = "holding";
  return { release };
}
