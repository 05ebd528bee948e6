import { eraseByEmail } from "@/lib/access/server";
import { usageOf } from "@/lib/platform/usage-of";
import { actDetached, CommandError, readArgs, runCommand } from "./run-command";

const USAGE = `Use: ${usageOf("erase-person", "--email ana@example.com [--new-owner ben@example.com]")}`;

function readInput(): { email: string; newOwner?: string } {
  const options = { email: { type: "string" }, "new-owner": { type: "string" } } as const;
  const { email, "new-owner": newOwner } = readArgs(USAGE, { options }).values;
  if (email) return { email, newOwner };
  throw new CommandError(USAGE);
}

await runCommand(async () => {
  const input = readInput();
  await actDetached("erase-person", async (ctx) => {
    const { pseudonym } = await eraseByEmail(ctx, input);
    process.stdout.write(`The account is deleted. What they published stays, under the name ${pseudonym}.\n`);
  });
});
