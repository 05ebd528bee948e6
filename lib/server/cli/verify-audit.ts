import { readFile } from "node:fs/promises";
import { verifyAudit } from "@/lib/access/server";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { CommandError, hubContext, readArgs, runCommand } from "./run-command";

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
  const ctx = await hubContext("verify-audit");
  const report = await verifyAudit(ctx, { external: held });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.problems.length > 0)
    throw new CommandError(`The audit log has ${counted(report.problems.length, "problem")}.`);
});
