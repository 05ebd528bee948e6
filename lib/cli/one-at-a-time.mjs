// Plain JavaScript: runs before anything is installed.
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";

/** In the checkout, since what is prepared is the checkout; relative, since socket paths must be short. */
const FOLDER = ".data";
const PATH = process.platform === "win32" ? "\\\\.\\pipe\\brand-identity-hub-prepare" : `${FOLDER}/prepare.sock`;

/** Resolves to true once whoever listens on the path has gone, or to false at once when nobody does. @param {string} path */
function untilGone(path) {
  return new Promise((done) => {
    const socket = connect(path);
    let met = false;
    socket.on("connect", () => {
      met = true;
    });
    socket.on("error", () => {});
    socket.on("close", () => done(met));
  });
}

/** True while a living process listens on the local socket. @param {string} path */
export function isListening(path) {
  return new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}

async function tryListen() {
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => waiting.delete(socket));
  });
  const error = await new Promise((done) => {
    server.once("error", done).listen(PATH, () => done(null));
  });
  if (error?.code === "EADDRINUSE") return null;
  if (error) throw error;
  server.unref();
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

/**
 * Runs `work` while no other process on this machine does the same in this checkout; the others wait. One that died holds
 * nobody up.
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(work) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  for (;;) {
    const release = await tryListen();
    if (release) {
      try {
        await work();
      } finally {
        release();
      }
      return;
    }
    if (!(await untilGone(PATH))) rmSync(PATH, { force: true });
  }
}
