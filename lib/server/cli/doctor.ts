import { existsSync } from "node:fs";
import { join } from "node:path";
import { applyEnvironment, embeddedDirectory } from "@/lib/platform/config/env";
import { log } from "@/lib/platform/log";
import { counted } from "@/lib/platform/text";
import { orderRunningHub } from "../control-socket";
import { examineFromHere, type Finding } from "../doctor/index";
import { embeddedEnvironment } from "../embedded-secrets";
import { CommandError, runCommand } from "./run-command";

/** Only a running embedded hub can read its database. */
async function examine(): Promise<Finding[]> {
  const directory = embeddedDirectory();
  if (directory === null) return examineFromHere();
  if (!existsSync(join(directory, "secrets.json")))
    throw new CommandError(`There is no hub in ${directory} yet. Start it once, or set DATABASE_URL.`);
  const running = await orderRunningHub(directory, "doctor", {});
  if (running) return running as Finding[];
  applyEnvironment(await embeddedEnvironment(directory));
  return examineFromHere();
}

const linesOf = ({ part, state, says, remedy }: Finding): string =>
  `${state.padEnd(8)} ${part.padEnd(17)} ${says}\n${remedy ? `${" ".repeat(27)}${remedy}\n` : ""}`;

log.level = "silent";
await runCommand(async () => {
  const found = await examine();
  for (const finding of found) process.stdout.write(linesOf(finding));
  const [errors, warnings] = (["error", "warning"] as const).map((state) => {
    const { length } = found.filter((finding) => finding.state === state);
    return counted(length, state);
  });
  process.stdout.write(`\n${errors}, ${warnings}.\n`);
  if (found.some(({ state }) => state === "error")) throw new CommandError("The hub can't work with these errors.");
});
