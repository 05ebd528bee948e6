import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { ConfigurationError, variablesThatUse, variablesWith } from "@/lib/platform/config/env";
import { createPrivateFile, readIfThere, replacePrivateFile } from "@/lib/platform/private-file";

const SecretsFile = z.record(z.string(), z.string().min(32));

const SECRET_NAMES = [
  "SESSION_SECRET",
  "FEDERATION_SECRET",
  "FILE_URL_SECRET",
  "HUB_ENCRYPTION_KEY",
  "WEBHOOK_DISPATCH_SECRET",
];

/**
 * The secrets stored in an embedded hub's directory; empty if there are none.
 * @throws ConfigurationError if the file is damaged
 */
export const embeddedSecrets = async (directory: string): Promise<Record<string, string>> =>
  (await readSecrets(join(directory, "secrets.json"))) ?? {};

export const newSecret = () => randomBytes(32).toString("base64url");
const asText = (secrets: Record<string, string>) => `${JSON.stringify(secrets, null, 2)}\n`;

async function readSecrets(path: string): Promise<Record<string, string> | null> {
  const text = await readIfThere(path);
  if (text === null) return null;
  try {
    return SecretsFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigurationError(`${path} is damaged. Restore it, or delete it, which signs everybody out.`, {
      cause,
    });
  }
}

/** Keys that an embedded hub encrypted and signed with, needed to read that again. */
export const SEALING = ["SESSION_SECRET", "HUB_ENCRYPTION_KEY"] as const;

/**
 * Keeps the demo's secrets out of real hubs: the demo prints some of them and stores them in a plain file. A moved
 * hub may keep the keys it encrypted and signed with, after newer ones (`npm run move-data`).
 * @throws ConfigurationError if the environment has any other secret of the directory
 */
export async function refuseDemoSecrets(directory: string): Promise<void> {
  const secrets = await embeddedSecrets(directory);
  const others = Object.entries(secrets).filter(([variable]) => !SEALING.some((sealing) => sealing === variable));
  const tools = (await readDemoFile(directory))?.tools ?? [];
  const [name] = [
    ...variablesWith(
      new Set([
        ...others.map(([, value]) => value),
        ...tools.flatMap(({ child_token, webhook_secret }) => [child_token, webhook_secret]),
      ]),
    ),
    ...SEALING.flatMap((variable) => variablesThatUse(secrets[variable] ?? "", variable)),
  ];
  if (name)
    throw new ConfigurationError(
      `${name} is a secret of the demo (${directory}). Create a new one with \`openssl rand -base64 33\`.`,
    );
}

/**
 * The embedded hub's additional environment. Its secrets are made at the first start and stored in `secrets.json` of
 * its data directory (mode 600). Tools of earlier releases' demos keep theirs in that file. Allows loopback
 * webhooks, because it is a demo.
 * @throws ConfigurationError if the file is damaged
 */
export async function embeddedEnvironment(directory: string): Promise<Record<string, string>> {
  const path = join(directory, "secrets.json");
  const fresh = () => Object.fromEntries(SECRET_NAMES.map((name) => [name, newSecret()]));
  if ((await readSecrets(path)) === null) await createPrivateFile(path, asText(fresh()));
  let secrets = (await readSecrets(path)) ?? {};
  if (SECRET_NAMES.some((name) => secrets[name] === undefined)) {
    secrets = { ...fresh(), ...secrets };
    await replacePrivateFile(path, asText(secrets));
  }
  const demo = { HUB_EMBEDDED_DATABASE: "1", HUB_DEMO: "1", WEBHOOK_ALLOW_LOOPBACK: "1" };
  return { ...secrets, HUB_DATA_DIR: directory, ...demo };
}

/** Plain credentials that the demo's database stores as digests or encrypted. */
const DemoFile = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string() })),
  api_keys: z.array(z.object({ id: z.string(), brand_id: z.string(), key: z.string() })),
  /** Missing in demos of earlier releases, whose tools have theirs in `secrets.json`. */
  tools: z.array(z.object({ slug: z.string(), child_token: z.string(), webhook_secret: z.string() })).default([]),
});
export type DemoFile = z.infer<typeof DemoFile>;

const pathIn = (directory: string) => join(directory, "demo.json");

export const writeDemoFile = (directory: string, demo: DemoFile): Promise<void> =>
  replacePrivateFile(pathIn(directory), `${JSON.stringify(demo, null, 2)}\n`);

/**
 * The demo's plain credentials; null without a demo.
 * @throws ConfigurationError if the file is damaged
 */
export async function readDemoFile(directory: string): Promise<DemoFile | null> {
  const text = await readIfThere(pathIn(directory));
  if (text === null) return null;
  try {
    return DemoFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigurationError(
      `${pathIn(directory)} is damaged. Restore it, or delete it; the hub can then no longer print the demo's credentials.`,
      { cause },
    );
  }
}
