import { readFile } from "node:fs/promises";
import { verifyAudit } from "@/lib/access/server";
import { applyEnvironment, embeddedDirectory } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { contextOf, hub } from "@/lib/runtime/hub";
import { embeddedEnvironment } from "../embedded-secrets";
import { CommandError, readArgs, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("verify-audit", "[--held <file with a checkpoint on each line>]")}`;

/** Checkpoints stored elsewhere: bare, or lines of a downloaded log. */
async function readCheckpoints(): Promise<string[]> {
  const { held: file } = readArgs(USAGE, { options: { held: { type: "string" } } }).values;
  if (!file) return [];
  const lines = (await readFile(file, "utf8")).split(/\r?\n/).filter((line) => line !== "");
  return lines.flatMap((line) => {
    if (!line.startsWith("{")) return [line];
    const { checkpoint } = JSON.parse(line) as { checkpoint?: string };
    return checkpoint ? [checkpoint] : [];
  });
}

await runCommand(async () => {
  const held = await readCheckpoints();
  const directory = embeddedDirectory();
  if (directory) applyEnvironment(await embeddedEnvironment(directory));
  const opened = await hub();
  await opened.database.migrate();
  const ctx = contextOf(opened, { actor: { kind: "system", name: "verify-audit" }, now: new Date() });
  const report = await verifyAudit(ctx, { external: held });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.problems.length > 0) throw new CommandError(`The audit log has ${report.problems.length} problems.`);
});
