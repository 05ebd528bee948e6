import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../support/hub-process";
import { startPostgres } from "../support/postgres-server";

/**
 * `npm run test:full -- image` runs the Dockerfile without Docker on the current commit, with a folder per stage.
 * The image must start on a real PostgreSQL, pass its health check and stop on its stop signal.
 */
interface Instruction {
  name: string;
  rest: string;
}

interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string | null;
  settings: Map<string, string>;
}

const NODE_USER = { uid: 1000, gid: 1000 };
const HEALTHY_WITHIN_MS = 60_000;

function parse(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => ({ name: line.split(/\s/, 1)[0] ?? "", rest: line.replace(/^\S+\s+/, "") }));
}

/** The base image's Node comes from this environment. */
const bare = { PATH: process.env.PATH ?? "", HOME: tmpdir() };
const execForm = (text: string): string[] => JSON.parse(text.replace(/^.*?CMD\s+/, ""));

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, "exit");
  return code;
}

/** Maps the image's paths below its root, also in commands. */
const within = (stage: Stage, path: string): string =>
  isAbsolute(path) ? join(stage.root, path) : join(stage.workdir, path);
const inRoot = (stage: Stage, text: string): string => text.replaceAll(/(?<=^|[\s=:])\/(?=data\b)/g, `${stage.root}/`);

async function run(command: string, stage: Stage): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  // There is no user `node` here, so use its id if permitted.
  const script = inRoot(stage, command).replace(
    /\bnode:node\b/,
    isRoot ? `${NODE_USER.uid}:${NODE_USER.gid}` : "$(id -u)",
  );
  const env = { ...bare, ...stage.env } as unknown as NodeJS.ProcessEnv;
  const code = await ended(
    spawn("sh", ["-ec", script], { cwd: stage.workdir, env, stdio: ["ignore", "ignore", "inherit"] }),
  );
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}`);
}

/** Applies `.dockerignore`: an allow list with exclusions. */
async function copyContext(context: string, target: string): Promise<void> {
  const lines = (await readFile(join(context, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  const wanted = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const unwanted = lines.filter((line) => line !== "*" && !line.startsWith("!"));
  for (const name of wanted)
    await cp(join(context, name), join(target, name), {
      recursive: true,
      filter: (path) => !unwanted.some((line) => path.startsWith(join(context, line))),
    });
}

async function copy(rest: string, stage: Stage, stages: Map<string, Stage>, context: string): Promise<void> {
  const [, from] = /^--from=(\S+)/.exec(rest) ?? [];
  const paths = rest.split(/\s+/).filter((part) => !part.startsWith("--"));
  const target = within(stage, paths.pop() ?? "");
  const source = from ? stages.get(from) : undefined;
  if (from && !source) throw new Error(`there is no stage ${from}`);
  for (const path of paths) {
    if (source) await cp(within(source, path), target, { recursive: true, verbatimSymlinks: true });
    else if (path === ".") await copyContext(context, target);
    else await cp(join(context, path), join(target, path), { recursive: true });
  }
}

/** Runs all instructions and returns the last stage. */
async function build(instructions: Instruction[], context: string, folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { name, rest } of instructions) {
    process.stdout.write(`${name} ${rest.length > 100 ? `${rest.slice(0, 100)}…` : rest}\n`);
    if (name === "FROM") {
      const root = join(folder, `stage-${stages.size}`);
      await mkdir(root);
      stage = { root, workdir: root, env: {}, user: null, settings: new Map() };
      stages.set(/\sAS\s+(\S+)/i.exec(rest)?.[1] ?? String(stages.size), stage);
      continue;
    }
    if (!stage) throw new Error(`${name} stands before FROM`);
    if (name === "WORKDIR") {
      stage.workdir = within(stage, rest);
      await mkdir(stage.workdir, { recursive: true });
    } else if (name === "COPY") await copy(rest, stage, stages, context);
    else if (name === "RUN") await run(rest, stage);
    else if (name === "ENV") {
      const [key = "", value = ""] = rest.split("=", 2);
      stage.env[key] = inRoot(stage, `=${value}`).slice(1);
    } else if (name === "USER") stage.user = rest;
    else if (["ENTRYPOINT", "HEALTHCHECK", "STOPSIGNAL", "EXPOSE", "VOLUME"].includes(name))
      stage.settings.set(name, rest);
    else throw new Error(`nothing here does ${name}`);
  }
  if (!stage) throw new Error("the Dockerfile has no stage");
  return stage;
}

function start(image: Stage, command: string[], env: Record<string, string>): ChildProcess {
  const [program = "", ...args] = command;
  if (image.user !== "node") throw new Error("the image runs as root");
  const user = process.getuid?.() === 0 ? NODE_USER : {};
  const all = { ...bare, ...image.env, ...env } as unknown as NodeJS.ProcessEnv;
  return spawn(program, args, { cwd: image.workdir, env: all, stdio: ["ignore", "inherit", "inherit"], ...user });
}

async function proveRuns(image: Stage): Promise<void> {
  const entry = execForm(image.settings.get("ENTRYPOINT") ?? "[]");
  const check = execForm(image.settings.get("HEALTHCHECK") ?? "[]");
  const postgres = await startPostgres();
  const port = String(await freePort());
  const secret = () => randomBytes(33).toString("base64");
  const env = {
    PORT: port,
    HUB_BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.templateUrl,
    SESSION_SECRET: secret(),
    FEDERATION_SECRET: secret(),
    FILE_URL_SECRET: secret(),
  };
  try {
    if ((await ended(start(image, [...entry, "migrate"], env))) !== 0) throw new Error("migrate failed");
    const hub = start(image, entry, env);
    const stopped = ended(hub);
    try {
      const untilMs = performance.now() + HEALTHY_WITHIN_MS;
      while ((await ended(start(image, check, env))) !== 0) {
        if (hub.exitCode !== null || performance.now() > untilMs) throw new Error("the hub did not become healthy");
        await delay(200);
      }
      const page = await fetch(`http://localhost:${env.PORT}/sign-in`);
      if (page.status !== 200) throw new Error(`the sign-in page answered ${page.status}`);
      // On Linux all of 127.0.0.0/8 is this machine. A response here proves the hub listens outside the container.
      if (process.platform === "linux") await fetch(`http://127.0.0.2:${env.PORT}/sign-in`);
    } finally {
      hub.kill(image.settings.get("STOPSIGNAL") as NodeJS.Signals);
    }
    const code = await stopped;
    if (code !== 0) throw new Error(`the stop signal ended the hub with ${code}`);
  } finally {
    await postgres.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), "image-"));
try {
  await chmod(folder, 0o755);
  const context = join(folder, "context");
  if ((await ended(spawn("git", ["clone", "--quiet", ".", context], { stdio: "inherit" }))) !== 0)
    throw new Error("the repository could not be cloned");
  const image = await build(parse(await readFile(join(context, "Dockerfile"), "utf8")), context, folder);
  process.stdout.write(`the image holds ${(await readdir(image.workdir)).join(", ")}\n`);
  await proveRuns(image);
  process.stdout.write("the image's steps lead to a healthy hub, which its stop signal ends with 0\n");
} finally {
  await rm(folder, { recursive: true, force: true });
}
