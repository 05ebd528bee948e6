import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

const ASK_AGAIN_MS = 10;

/** The bundle request that the first start prints. */
export interface Read {
  url: string;
  headers: Record<string, string>;
}

export function npmStart(directory: string, port: number): ChildProcess {
  const env = { ...process.env, HUB_DATA_DIR: directory, PORT: String(port), RATE_LIMIT_PER_MINUTE: "0" };
  return spawn("npm", ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
}

export async function stop(hub: ChildProcess): Promise<void> {
  const ended = once(hub, "exit");
  hub.kill("SIGINT");
  await ended;
}

/** Starts a hub on an empty folder, which seeds it, and returns the bundle request that it prints. */
export async function firstStart(directory: string, port: number): Promise<Read> {
  const hub = npmStart(directory, port);
  let said = "";
  await new Promise<void>((done, fail) => {
    hub.stdout?.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Ctrl-C stops it.")) done();
    });
    hub.once("exit", () => fail(new Error(`the hub ended:\n${said}`)));
  });
  await stop(hub);
  const [, token, slug, url] = /Bearer (\S+)" -H "X-Tool-Slug: (\S+)" "(\S+bundle)"/.exec(said) ?? [];
  if (!token || !slug || !url) throw new Error(`no bundle was named:\n${said}`);
  return { url, headers: { authorization: `Bearer ${token}`, "x-tool-slug": slug } };
}

const answers = ({ url, headers }: Read): Promise<boolean> =>
  fetch(url, { headers }).then(
    async (answer) => answer.ok && (await answer.arrayBuffer()).byteLength > 0,
    () => false,
  );

export async function firstBundle(read: Read): Promise<void> {
  while (!(await answers(read))) await delay(ASK_AGAIN_MS);
}
