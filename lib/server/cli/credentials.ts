import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDirectoryHeld } from "@/db/directory-lock";
import { applyEnvironment, embeddedDirectory } from "@/lib/platform/config/env";
import { contextOf, hub } from "@/lib/runtime/hub";
import { askRunningHub } from "../control-socket";
import { describeDemo } from "../describe-demo";
import { embeddedEnvironment } from "../embedded-secrets";
import { CommandError, runCommand } from "./run-command";

const STARTING_TIMEOUT_MS = 30_000;
const ASK_AGAIN_MS = 200;

async function askRunning(directory: string): Promise<unknown> {
  for (const untilMs = performance.now() + STARTING_TIMEOUT_MS; ; await delay(ASK_AGAIN_MS)) {
    const answer = await askRunningHub(directory);
    if (answer !== null) return answer;
    if (performance.now() > untilMs || !(await isDirectoryHeld(directory))) return null;
  }
}

async function readStopped(directory: string): Promise<unknown> {
  if (!existsSync(join(directory, "demo.json"))) return null;
  applyEnvironment(await embeddedEnvironment(directory));
  const opened = await hub();
  await opened.database.migrate();
  const ctx = contextOf(opened, { actor: { kind: "system", name: "credentials" }, now: new Date() });
  return describeDemo(ctx, { directory });
}

await runCommand(async () => {
  const directory = embeddedDirectory();
  if (!directory)
    throw new CommandError("Only the embedded demo can print its credentials. This hub uses a database server.");
  const credentials = (await askRunning(directory)) ?? (await readStopped(directory));
  if (!credentials) throw new CommandError(`There is no demo in ${directory} yet. Start the hub once.`);
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
});
