import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { CREDENTIAL_KIND_LABEL } from "@/lib/integrations";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { contextOf } from "@/lib/runtime/hub";
import { prepareHub } from "../prepare-hub";
import { applyEmbeddedSecrets, CommandError, readArgs, runCommand } from "./run-command";
import { type Applied, applyTool, checkTool, type Made, readDeclaredTools } from "./tools/apply-tools";

const USAGE = `Use: ${usageOf("tools", "apply <tools.json, or - for standard input> [--check]")}`;
const ACTOR = { kind: "system", name: "tools apply" } as const;

function readOptions(): { path: string; isDryRun: boolean } {
  const { values, positionals } = readArgs(USAGE, { options: { check: { type: "boolean" } }, allowPositionals: true });
  const [verb, path, ...more] = positionals;
  if (verb === "apply" && path !== undefined && more.length === 0) return { path, isDryRun: values.check === true };
  throw new CommandError(USAGE);
}

async function readGiven(path: string): Promise<string> {
  try {
    return await (path === "-" ? text(process.stdin) : readFile(path, "utf8"));
  } catch (error) {
    throw new CommandError(`${path} can't be read: ${(error as Error).message}`);
  }
}

const brandsText = (count: number) => counted(count, "brand");

function lineOf({ slug, registered, changed, granted }: Applied): string {
  const changes = [
    registered ? "register" : "",
    changed.length > 0 ? `change ${changed.join(", ")}` : "",
    granted > 0 ? `grant to ${brandsText(granted)}` : "",
  ].filter(Boolean);
  return `${slug}: ${changes.join("; ") || "no change"}`;
}

const SHOWN_ONCE = "The hub can't show these credentials again. Give them to the tool's operator.";

const linesOfNew = (slug: string, { credentials, lacking }: Made): string[] => [
  ...(credentials.length > 0 ? [`${slug}: registered. ${SHOWN_ONCE}`] : []),
  ...credentials.map(({ kind, secret }) => `  ${CREDENTIAL_KIND_LABEL[kind]}: ${secret}`),
  ...(lacking ? [`  ${lacking}`] : []),
];

const say = (lines: string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

await runCommand(async () => {
  const { path, isDryRun } = readOptions();
  const declared = readDeclaredTools(await readGiven(path), path === "-" ? "Standard input" : path);
  await applyEmbeddedSecrets();
  const hub = await prepareHub();
  const acting = () => contextOf(hub, { actor: ACTOR, now: new Date() });
  // Checks the whole file first: one mistake, and nothing is changed.
  const planned: Applied[] = [];
  for (const tool of declared) planned.push(await checkTool(acting(), tool));
  if (isDryRun) {
    for (const applied of planned) say([lineOf(applied), ...linesOfNew(applied.slug, { ...applied, credentials: [] })]);
    return say(["This was a check: nothing was changed."]);
  }
  for (const one of declared) {
    const onRegistered = (made: Made) => say(linesOfNew(one.tool.slug, made));
    say([lineOf(await applyTool(acting(), one, { onRegistered }))]);
  }
});
