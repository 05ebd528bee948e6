import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { TOOL_SLUG } from "./slug";
import type { StudioConfig } from "./studio";

/** A problem that the person starting the tool can fix. The message is a full sentence. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export interface StartConfig extends StudioConfig {
  port: number;
  storeDirectory: string;
  /** Source of the credentials, for people. */
  source: string;
}

type Environment = Record<string, string | undefined>;

const Credentials = z.object({
  base_url: z.url(),
  tools: z.array(
    z.object({ slug: z.string(), child_token: z.string().nullish(), webhook_secret: z.string().nullish() }),
  ),
});

/** Returns the credentials that the embedded demo prints. */
async function askDemo(): Promise<string> {
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : ["npm"];
  const { stdout } = await promisify(execFile)(command, [...before, "run", "--silent", "credentials"]);
  return stdout;
}

const OTHER_HUB =
  "To use another hub, set HUB_URL, HUB_TOOL, HUB_TOKEN and HUB_WEBHOOK_SECRET as its setup link shows them.";
const NEVER_STARTED = `The hub has not been started here yet: run "npm start" first. ${OTHER_HUB}`;

const UNKNOWN_HERE = `The demo here knows no credentials of ${TOOL_SLUG}: hand the tool over by a link on its page in the hub, set what the link shows (HUB_URL, HUB_TOOL, HUB_TOKEN, HUB_WEBHOOK_SECRET), and start this again.`;

/** Returns the hub's reason for the failure. */
function whyRefused(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const said = stderr.split("\n").filter((line) => line.trim() && !line.startsWith("npm "));
  return said.length === 1 ? `${said[0]?.trim()} ${OTHER_HUB}` : NEVER_STARTED;
}

async function demoCredentials(ask: () => Promise<string>) {
  const text = await ask().catch((cause: unknown) => {
    throw new StartError(whyRefused(cause), { cause });
  });
  const parsed = z.string().transform(toJson).pipe(Credentials).safeParse(text);
  const tool = parsed.data?.tools.find(({ slug }) => slug === TOOL_SLUG);
  if (!parsed.success) throw new StartError(NEVER_STARTED);
  if (!tool?.child_token || !tool.webhook_secret) throw new StartError(UNKNOWN_HERE);
  return { hubUrl: parsed.data.base_url, token: tool.child_token, secrets: tool.webhook_secret };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const parts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function webAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new StartError(`${name} must be a web address, such as http://localhost:3000.`);
  return value.replace(/\/+$/, "");
}

/**
 * Reads the configuration from the environment, by the names of a setup link, or else from the embedded demo.
 * @throws StartError with one sentence that says what to do
 */
export async function loadConfig(environment: Environment, ask: () => Promise<string> = askDemo): Promise<StartConfig> {
  const port = Number(environment.CHILD_PORT || 4100);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError("CHILD_PORT must be a port from 1 to 65535.");
  const { HUB_TOKEN: token, HUB_WEBHOOK_SECRET: secrets } = environment;
  if (!token !== !secrets)
    throw new StartError(
      `Set ${token ? "HUB_WEBHOOK_SECRET" : "HUB_TOKEN"} as well, or neither to use the embedded demo.`,
    );
  const own = token && secrets ? { hubUrl: "http://localhost:3000", token, secrets } : null;
  const found = own ?? (await demoCredentials(ask));
  return {
    port,
    hubUrl: webAddress("HUB_URL", environment.HUB_URL || found.hubUrl),
    baseUrl: webAddress("CHILD_BASE_URL", environment.CHILD_BASE_URL || `http://localhost:${port}`),
    // During a rotation the new token comes first.
    token: parts(found.token)[0] ?? "",
    webhookSecrets: parts(found.secrets),
    // Each tool slug has its own store.
    storeDirectory: join(
      environment.HUB_DATA_DIR || ".data",
      TOOL_SLUG === "brand-studio" ? "child" : `child-${TOOL_SLUG}`,
    ),
    source: own ? "its environment" : "the embedded demo (npm run credentials)",
  };
}
