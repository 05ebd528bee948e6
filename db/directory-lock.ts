import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotOpen } from "./explain-database-error";

export class DataDirectoryInUse extends CannotOpen {
  override readonly name = "DataDirectoryInUse";

  constructor(directory: string) {
    super(
      `Another hub is running on the data directory ${directory}. Stop it first, or set HUB_DATA_DIR to another folder.`,
    );
  }
}

export const MAX_SOCKET_PATH = 100;

/** Path of a directory's local socket: inside it, or elsewhere where that path would be too long. */
export function localSocketPath(directory: string, name: string): string {
  const absolute = resolve(directory);
  const unique = `brand-identity-${name}-${createHash("sha256").update(absolute).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${unique}`;
  const inside = relative(process.cwd(), join(absolute, `${name}.sock`));
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH ? inside : join(tmpdir(), `${unique}.sock`);
}

type Stage = "starting" | "holding";

/** In hexadecimal in a claim's file name; a placeholder of the same length is used until it listens. */
const ID_BYTES = 6;
const claimPath = (directory: string, id: string): string => localSocketPath(directory, `hub-${id}`);
const unheardPath = (directory: string, id: string): string => localSocketPath(directory, `new-${id}`);

/** A process too busy to answer in time still counts as running. */
const ANSWER_WITHIN_MS = 1_000;
const ASK_AGAIN_MS = 20;
/** How long the first of several starters waits for the others to withdraw. */
const WITHDRAW_WITHIN_MS = 10_000;

/** Asks the process that listens there for its stage; null only if the kernel reports no listener. */
async function askStage(path: string, attempts = 3): Promise<Stage | null> {
  const answer = await new Promise<Stage | "unanswered" | null>((done) => {
    const socket = connect(path);
    let said = "";
    socket.setEncoding("utf8").setTimeout(ANSWER_WITHIN_MS, () => {
      done("holding");
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED" || code === "ENOENT") done(null);
    });
    socket.on("close", () => done(said === "" ? "unanswered" : said === "starting" ? "starting" : "holding"));
  });
  // A starter that withdraws drops its new connections, and must not look like a holder.
  if (answer !== "unanswered") return answer;
  return attempts > 1 ? askStage(path, attempts - 1) : "holding";
}

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

/** The live claims on a directory. Deletes dead ones, which is safe because ids are never reused. */
async function livingClaims(directory: string, exceptId?: string): Promise<{ id: string; stage: Stage }[]> {
  const others = claimsOn(directory).filter((id) => id !== exceptId);
  const stages = await Promise.all(others.map(async (id) => ({ id, stage: await askStage(claimPath(directory, id)) })));
  return stages.flatMap(({ id, stage }) => {
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

/**
 * Waits while simultaneous starters withdraw.
 * @throws DataDirectoryInUse for one that holds the directory or has a lower id
 */
async function waitForOthers(directory: string, id: string): Promise<void> {
  for (const untilMs = performance.now() + WITHDRAW_WITHIN_MS; ; await delay(ASK_AGAIN_MS)) {
    const others = await livingClaims(directory, id);
    if (others.length === 0) return;
    const isSecond = others.some((other) => other.stage === "holding" || other.id < id);
    if (isSecond || performance.now() > untilMs) throw new DataDirectoryInUse(directory);
  }
}

/** A Windows pipe ends with its process and can be bound once, so its name is the lock. */
const PIPE = "hub";

async function holdPipe(directory: string): Promise<Server> {
  return listen(localSocketPath(directory, PIPE), () => "holding").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new DataDirectoryInUse(directory) : error;
  });
}

/** True while a running process holds the directory or is about to. */
export async function isDirectoryHeld(directory: string): Promise<boolean> {
  if (process.platform === "win32") return (await askStage(localSocketPath(directory, PIPE))) !== null;
  return (await livingClaims(directory)).length > 0;
}

/**
 * Holds a directory for this process until `release` or the process's death.
 * Each starter listens on its own local socket, which the kernel closes with the process, then checks for others. It
 * holds the directory if it sees no other running process. Of two, the later one always sees the earlier, so both
 * never hold it, even if either is suspended in between. Of several simultaneous starters the lowest id wins.
 * @throws DataDirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  if (process.platform === "win32") {
    const pipe = await holdPipe(directory);
    return { release: () => close(pipe) };
  }
  const id = randomBytes(ID_BYTES).toString("hex");
  let stage: Stage = "starting";
  const server = await listen(unheardPath(directory, id), () => stage);
  // Lets the hub's own user check a claim that a killed root command left; otherwise it would look alive.
  chmodSync(unheardPath(directory, id), 0o666);
  // Takes the public name only once it listens: a socket of that name that doesn't answer is dead.
  renameSync(unheardPath(directory, id), claimPath(directory, id));
  const release = async () => {
    rmSync(claimPath(directory, id), { force: true });
    await close(server);
  };
  try {
    await waitForOthers(directory, id);
  } catch (error) {
    await release();
    throw error;
  }
  stage = "holding";
  return { release };
}
